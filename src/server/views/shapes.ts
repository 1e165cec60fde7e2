import { type Kysely, sql } from 'kysely'
import { placeShown } from '#contract/place'
import type { MultiPolygon } from '#contract/site-boundary'
import type { Database } from '../store/tables.ts'
import { geometryOf } from './site.ts'

/** Where something is on a map, as GeoJSON says it (RFC 7946): its outline where there is one, else a point. */
export type Shape = MultiPolygon | { type: 'Point'; coordinates: [longitude: number, latitude: number] }

type Row = Readonly<Record<string, unknown>>

const pointAt = (longitude: number | null, latitude: number | null): Shape | null =>
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
  return new Map(rows.map(({ id, outline }) => [id ?? '', geometryOf(outline)]))
}

/**
 * The shapes of rows of a list, in their order: exactly, of those that their readers may read, and as far as it is told
 * anybody where the rows say how far that is (decision 0096). Things that have no place have none.
 */
export const shapesOf = async (
  db: Kysely<Database>,
  kind: string,
  rows: readonly Row[],
  side: 'members' | 'anybody',
): Promise<(Shape | null)[]> => {
  if (kind !== 'project' && kind !== 'requirement') return rows.map(() => null)
  const ids = rows.map(({ id }) => String(id))
  const outlines = await outlinesOf(db, kind, ids)
  if (side === 'anybody')
    return rows.map(({ id, place }) => {
      const { precision, longitude, latitude } = placeShown.parse(place)
      return (precision === 'exact' && outlines.get(String(id))) || pointAt(longitude, latitude)
    })
  const { rows: points } = await sql<{ id: string; longitude: number | null; latitude: number | null }>`
    select id, longitude, latitude from ${sql.table(kind)} where id = any(${ids}::text[])`.execute(db)
  const pointOf = new Map(points.map(one => [one.id, pointAt(one.longitude, one.latitude)]))
  return ids.map(id => outlines.get(id) ?? pointOf.get(id) ?? null)
}
