import type { Kysely } from 'kysely'
import type { Outline } from '#domain/place/outline'
import type { Database } from '../store/tables.ts'
import { catchmentIdOf, outlinesOf } from './boundaries.ts'

/** So many metres beyond a border of a simplified outline a point may still be inside the area. */
export const BORDER = 300
/** The coast is simplified more than inland borders, and piers and saltmarsh lie before it. */
export const COAST = 1000

/** The outlines that were uploaded in the settings for one area; none where the area is not given. */
export const uploadedOutlines = async (
  db: Kysely<Database>,
  column: 'ncaId' | 'subcatchmentId',
  id: string | null | undefined,
): Promise<Outline[]> =>
  id === null || id === undefined
    ? []
    : (await db.selectFrom('areaOutline').select('outline').where(column, '=', id).execute()).map(
        ({ outline }) => outline,
      )

/** The outlines that say where a subcatchment is: its own, else that of the catchment it is a part of. */
export const outlinesOfSubcatchment = async (
  db: Kysely<Database>,
  id: string | null | undefined,
): Promise<Outline[]> => {
  if (id === null || id === undefined) return []
  const own = [...(await uploadedOutlines(db, 'subcatchmentId', id)), ...outlinesOf({ subcatchmentId: id })]
  if (own.length > 0) return own
  const row = await db.selectFrom('subcatchment').select('catchment').where('id', '=', id).executeTakeFirst()
  const catchmentId = catchmentIdOf(row?.catchment ?? '')
  return catchmentId === undefined ? [] : outlinesOf({ catchmentId })
}
