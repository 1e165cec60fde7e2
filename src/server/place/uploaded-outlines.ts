import { type Kysely, sql } from 'kysely'
import type { UploadedOutlines } from '#contract/public/boundaries'
import { BOUNDARIES, UPLOADED_BOUNDARY_SETS } from '#domain/map/boundaries'
import type { Outline } from '#domain/place/outline'
import type { Database } from '../store/tables/tables.ts'

type UploadedSet = (typeof UPLOADED_BOUNDARY_SETS)[number]

const AREAS = {
  ncas: { table: 'nca', column: 'nca_id' },
  subcatchments: { table: 'subcatchment', column: 'subcatchment_id' },
} as const satisfies Record<UploadedSet, object>

/** Rounds degrees to about ten metres: maps show no more, and corners that are closer together usually merge. */
const rounded = (degrees: number): number => Math.round(degrees * 1e4) / 1e4

const coordinatesOf = (outline: Outline): UploadedOutlines['features'][number]['geometry']['coordinates'] =>
  outline.map(area =>
    area.map(ring =>
      ring
        .map(([x, y]): [number, number] => [rounded(x), rounded(y)])
        .filter(([x, y], at, all) => at === 0 || x !== all[at - 1]![0] || y !== all[at - 1]![1]),
    ),
  )

const named = (attributions: readonly string[]): string => [...new Set(attributions)].toSorted().join(' ')

/** Outlines of a set that were uploaded in the settings, by the names of their areas. */
export const readUploadedOutlinesOfSet = async (
  db: Kysely<Database>,
  set: UploadedSet,
): Promise<UploadedOutlines> => {
  const { table, column } = AREAS[set]
  const { rows } = await sql<{ id: string; name: string; outline: Outline; attribution: string }>`
    select area.id, area.name, its.outline, its.attribution
    from area_outline its join ${sql.table(table)} area on area.id = its.${sql.ref(column)}
    order by area.name, area.id`.execute(db)
  return {
    type: 'FeatureCollection',
    attribution: named(rows.map(({ attribution }) => attribution)),
    features: rows.map(({ id, name, outline }) => ({
      type: 'Feature',
      id,
      properties: { name },
      geometry: { type: 'MultiPolygon', coordinates: coordinatesOf(outline) },
    })),
  }
}

/** Sets that have outlines, with counts and attributions. */
export const listUploadedOutlineSets = async (db: Kysely<Database>) => {
  const { rows } = await sql<{ set: UploadedSet; areas: number; attributions: string[] }>`
    select case when nca_id is null then 'subcatchments' else 'ncas' end as set, count(*)::int as areas,
      array_agg(distinct attribution) as attributions
    from area_outline group by 1`.execute(db)
  return UPLOADED_BOUNDARY_SETS.flatMap(set =>
    rows
      .filter(row => row.set === set)
      .map(({ areas, attributions }) => ({
        ...{ set, path: BOUNDARIES[set].path, areas },
        attribution: named(attributions),
      })),
  )
}
