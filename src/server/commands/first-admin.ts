import { randomInt } from 'node:crypto'
import { type Kysely, sql, type SqlBool } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import { ensureMarketFounded } from '../demonstration/founding.ts'
import { newId } from '../process/ids.ts'
import type { Database } from '../store/tables/tables.ts'
import { addFoundingOrganisation, addUser, normalizeUsername, logAccountAction } from '../auth/accounts.ts'
import { createAdmittedMembership } from '../auth/joining.ts'
import { hashPassword } from '../auth/passwords.ts'

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Two people are needed to propose and approve; everyone else is invited and admitted. */
const MOST = 2

/** Four groups of five random characters, about 99 bits: cannot be guessed before it is replaced. */
const chancePassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')

/**
 * Creates a system administrator of the market operator, and the operator if there is none; returns the password,
 * which must be replaced at once. A market that is not founded yet is founded as a real one. Throws if two of the
 * staff can already sign in.
 */
export const createAdmin = async (
  db: Kysely<Database>,
  { email, displayName, now }: { email: string; displayName: string; now: Instant },
): Promise<string> => {
  await ensureMarketFounded(db, 'real', now)
  return db.transaction().execute(async trx => {
    const username = normalizeUsername(email)
    const known = await trx
      .selectFrom('user')
      .select('id')
      .where(eb => eb.fn('lower', ['username']), '=', username)
      .executeTakeFirst()
    if (known) throw new Error(`There is already a user ${username}`)
    const staff = await trx
      .selectFrom('user')
      .select('displayName')
      .where('active', '=', true)
      .where(sql<SqlBool>`groups && '{admin,sysadmin}'`)
      .orderBy('displayName')
      .execute()
    if (staff.length >= MOST)
      throw new Error(
        `${staff.map(one => one.displayName).join(' and ')} can invite others in the market: this command only creates the first ${MOST} people`,
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
      ...createAdmittedMembership(now),
    }
    await addUser(trx, user, await hashPassword(password), now, true)
    const what = { action: 'CreateAdmin', title: 'Create administrator' }
    await logAccountAction(trx, { ...what, actorId: id, subjectKind: 'user', subjectId: id, now })
    return password
  })
}
