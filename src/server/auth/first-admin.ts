import { randomInt } from 'node:crypto'
import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Instant } from '#domain/dates'
import { found } from '../founding.ts'
import { newId } from '../ids.ts'
import type { Database } from '../store/tables.ts'
import { addFoundingOrganisation, addUser, plainName, record } from './accounts.ts'
import { admittedFromStart } from './joining.ts'
import { hashPassword } from './passwords.ts'

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Two people must be there before one of them can propose and the other approve; everybody else is invited and admitted. */
const MOST = 2

/** Four groups of five signs by chance, about 99 bits: nobody guesses it in the time until it is replaced. */
const chancePassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')

/**
 * Makes a system administrator of the market operator, and the operator if there is none; returns the password, to be
 * replaced at once. A market that was not founded before is founded as a real one. Throws where two of the staff can sign in
 * already.
 */
export const createAdmin = async (
  db: Kysely<Database>,
  { email, displayName, now }: { email: string; displayName: string; now: Instant },
): Promise<string> => {
  await found(db, 'real', now)
  return db.transaction().execute(async trx => {
    const username = plainName(email)
    const known = await trx
      .selectFrom('user')
      .select('id')
      .where(eb => eb.fn('lower', ['username']), '=', username)
      .executeTakeFirst()
    if (known) throw new Error(`There is a user ${username} already`)
    const staff = await trx
      .selectFrom('user')
      .select('displayName')
      .where('active', '=', true)
      .where(sql<SqlBool>`groups && '{admin,sysadmin}'`)
      .orderBy('displayName')
      .execute()
    if (staff.length >= MOST)
      throw new Error(
        `${staff.map(one => one.displayName).join(' and ')} can invite others in the market: this command makes the first ${MOST} people only`,
      )
    const operator = await trx
      .selectFrom('organisation')
      .select('id')
      .where('type', '=', 'OPER')
      .orderBy('ordinal')
      .executeTakeFirst()
    const organisationId = operator?.id ?? newId()
    if (!operator)
      await addFoundingOrganisation(trx, {
        id: organisationId,
        type: 'OPER',
        csvId: null,
        name: 'Market operator',
        contact: displayName,
        email,
        phone: null,
        mailingAddress: null,
        lpaId: null,
      })
    const password = chancePassword()
    const id = newId()
    const user = {
      id,
      username,
      email,
      displayName,
      phone: null,
      groups: ['sysadmin' as const, 'admin' as const],
      organisationId,
      active: true,
      secondFactor: false,
      mustResetPassword: false,
      isShared: false,
      ...admittedFromStart(now),
    }
    await addUser(trx, user, await hashPassword(password), now, true)
    const what = { action: 'CreateAdmin', title: 'Create administrator' }
    await record(trx, { ...what, actorId: id, subjectKind: 'user', subjectId: id, now })
    return password
  })
}
