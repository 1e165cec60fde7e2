import type { Kysely } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import { parseGridReference } from '#domain/place/grid-reference'
import { gridSquareCentre } from '#domain/place/osgb'
import { appendEntryIfChanged } from './activity.ts'
import type { Database } from './tables/tables.ts'

/**
 * Calculates latitude and longitude for rows that have a grid reference and were stored before these columns existed.
 * An unreadable reference stays as it is, and pages warn about it. This is no one's act, so no person is its actor.
 */
export const fillMissingCoordinates = (db: Kysely<Database>, now: Instant): Promise<void> =>
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
        if (square) await trx.updateTable(kind).set(gridSquareCentre(square)).where('id', '=', id).execute()
      }
    }
    const title = 'Work out places from grid references'
    await appendEntryIfChanged(trx, { at: now, action: 'GivePlaces', title, message: title, details: {} })
  })
