import type { Kysely, Transaction } from 'kysely'
import type { Instant } from '#domain/dates'
import { parseGridReference } from '#domain/place/grid-reference'
import { middleOf } from '#domain/place/osgb'
import { append, ofInstallation } from './activity.ts'
import type { Database } from './tables.ts'

/**
 * Gives latitude and longitude to what has a grid reference and was stored before there were such columns; a reference that
 * says nothing stays as it is, and is warned of where it is shown. Nothing of it is an act of anybody.
 */
export const givePlaces = (db: Kysely<Database>, now: Instant): Promise<void> =>
  db.transaction().execute(async trx => {
    const given = (await givePlacesTo(trx, 'project')) + (await givePlacesTo(trx, 'requirement'))
    if (given === 0) return
    const said = { at: now, action: 'GivePlaces', title: 'Work out places from grid references' }
    await append(trx, [ofInstallation({ ...said, message: `${said.title}: ${given}`, details: { given } })])
  })

const givePlacesTo = async (db: Transaction<Database>, kind: 'project' | 'requirement'): Promise<number> => {
  let given = 0
  const rows = await db
    .selectFrom(kind)
    .select(['id', 'gridReference'])
    .where('gridReference', 'is not', null)
    .where('latitude', 'is', null)
    .execute()
  for (const { id, gridReference } of rows) {
    const square = parseGridReference(gridReference ?? '')
    if (!square) continue
    await db.updateTable(kind).set(middleOf(square)).where('id', '=', id).execute()
    given += 1
  }
  return given
}
