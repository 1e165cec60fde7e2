import { type Kysely, sql } from 'kysely'
import { publishedPlace } from '#contract/subject/place'
import type { MultiPolygon } from '#contract/kit/site-boundary'
import type { Database } from '../store/tables/tables.ts'
import { outlineToGeoJson } from './site.ts'

/** Location on a map as GeoJSON (RFC 7946): the outline if there is one, else a point. */
export type MapShape = MultiPolygon | { type: 'Point'; coordinates: [longitude: number, latitude: number] }

type Row = Readonly<Record<string, unknown>>

const pointAt = (longitude: number | null, latitude: number | null): MapShape | null =>
  longitude === null || latitude === null ? null : { type: 'Point', coordinates: [longitude, latitude] }

const outlinesOf = async (
  db: Kysely<Database>,
  kind: 'project' | 'requirement',
  ids: readonly string[],
): Promise<Map<string, MultiPolygon>> => {
  const column = `${kind}Id` as const
  const rows = await db
    .selectFrom('siteBoundary')
    .select([`${column} as id`, 'outline'])
    .where(column, '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Map(rows.map(({ id, outline }) => [id ?? '', outlineToGeoJson(outline)]))
}

/**
 * Shapes of the rows of a list, in their order: exact for rows that the reader may read, else as disclosed if the
 * rows contain the precision (decision 0096). Null for items without a location.
 */
export const readShapesOfRows = async (
  db: Kysely<Database>,
  kind: string,
  rows: readonly Row[],
  side: 'members' | 'anybody',
): Promise<(MapShape | null)[]> => {
  if (kind !== 'project' && kind !== 'requirement') return rows.map(() => null)
  const ids = rows.map(({ id }) => String(id))
  const outlines = await outlinesOf(db, kind, ids)
  if (side === 'anybody')
    return rows.map(({ id, place }) => {
      const { precision, longitude, latitude } = publishedPlace.parse(place)
      return (precision === 'exact' && outlines.get(String(id))) || pointAt(longitude, latitude)
    })
  const { rows: points } = await sql<{ id: string; longitude: number | null; latitude: number | null }>`
    select id, longitude, latitude from ${sql.table(kind)} where id = any(${ids}::text[])`.execute(db)
  const pointOf = new Map(points.map(one => [one.id, pointAt(one.longitude, one.latitude)]))
  return ids.map(id => outlines.get(id) ?? pointOf.get(id) ?? null)
}
