import type { Kysely } from 'kysely'
import type { Instant } from '#domain/dates'
import { parseGridReference } from '#domain/place/grid-reference'
import { middleOf } from '#domain/place/osgb'
import { appendIfChanged } from './activity.ts'
import type { Database } from './tables.ts'

/**
 * Gives latitude and longitude to what has a grid reference and was stored before there were such columns; a reference that
 * says nothing stays as it is, and is warned of where it is shown. Nothing of it is an act of anybody.
 */
export const givePlaces = (db: Kysely<Database>, now: Instant): Promise<void> =>
  db.transaction().execute(async trx => {
    for (const kind of ['project', 'requirement'] as const) {
      const rows = await trx
        .selectFrom(kind)
        .select(['id', 'gridReference'])
        .where('gridReference', 'is not', null)
        .where('latitude', 'is', null)
        .execute()
      for (const { id, gridReference } of rows) {
        const square = parseGridReference(gridReference ?? '')
        if (square) await trx.updateTable(kind).set(middleOf(square)).where('id', '=', id).execute()
      }
    }
    const title = 'Work out places from grid references'
    await appendIfChanged(trx, { at: now, action: 'GivePlaces', title, message: title, details: {} })
  })
