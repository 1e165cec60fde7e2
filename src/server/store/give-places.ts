import type { Kysely } from 'kysely'
import { parseGridReference } from '#domain/place/grid-reference'
import { middleOf } from '#domain/place/osgb'
import type { Database } from './tables.ts'

/**
 * Gives latitude and longitude to what has a grid reference and was stored before there were such columns; a reference that
 * says nothing stays as it is, and is warned of where it is shown. Nothing of it is an act of anybody.
 */
export const givePlaces = async (db: Kysely<Database>): Promise<void> => {
  for (const kind of ['project', 'requirement'] as const) {
    const rows = await db
      .selectFrom(kind)
      .select(['id', 'gridReference'])
      .where('gridReference', 'is not', null)
      .where('latitude', 'is', null)
      .execute()
    for (const { id, gridReference } of rows) {
      const square = parseGridReference(gridReference ?? '')
      if (square) await db.updateTable(kind).set(middleOf(square)).where('id', '=', id).execute()
    }
  }
}
