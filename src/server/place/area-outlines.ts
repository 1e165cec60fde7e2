import { type Kysely, sql } from 'kysely'
import type { Outline } from '#domain/place/outline'
import type { Database } from '../store/tables/tables.ts'
import { findCatchmentId, builtInOutlinesOfArea } from './boundaries.ts'

/** Metres beyond the border of a simplified outline where a point may still be inside the area. */
export const BORDER_TOLERANCE_METRES = 300
/** Metres beyond the coast, which is simplified more than inland borders; piers and saltmarsh also lie beyond it. */
export const COAST_TOLERANCE_METRES = 1000

/** Outlines of a national character area that were uploaded in the settings; empty for a null id. */
export const readUploadedOutlinesOfCharacterArea = async (
  db: Kysely<Database>,
  id: string | null | undefined,
): Promise<Outline[]> =>
  id === null || id === undefined
    ? []
    : (await db.selectFrom('areaOutline').select('outline').where('ncaId', '=', id).execute()).map(
        ({ outline }) => outline,
      )

/** Outlines of a subcatchment: its own, or those of the catchment that contains it. */
export const readOutlinesOfSubcatchment = async (
  db: Kysely<Database>,
  id: string | null | undefined,
): Promise<Outline[]> => {
  if (id === null || id === undefined) return []
  const uploaded = sql<Outline[]>`(select coalesce(jsonb_agg(area_outline.outline), '[]') from area_outline
    where area_outline.subcatchment_id = subcatchment.id)`
  const row = await db
    .selectFrom('subcatchment')
    .select(['catchment', uploaded.as('uploaded')])
    .where('id', '=', id)
    .executeTakeFirst()
  const own = [...(row?.uploaded ?? []), ...builtInOutlinesOfArea({ subcatchmentId: id })]
  if (own.length > 0) return own
  const catchmentId = findCatchmentId(row?.catchment ?? '')
  return catchmentId === undefined ? [] : builtInOutlinesOfArea({ catchmentId })
}
