import { USER_GROUPS } from '#domain/user'
import type { Transaction } from 'kysely'
import type { Runtime } from '../runner/runtime.ts'
import { admittedFromStart } from '../auth/joining.ts'
import { addFoundingOrganisation, addUser } from '../auth/accounts.ts'
import { appendIfChanged } from '../store/activity.ts'
import type { Database } from '../store/tables.ts'
import { hashPassword } from '../auth/passwords.ts'
import { cell, cellOrNull, rowsOf, type Calendar, type Cells, type Step } from './step.ts'

/** Who runs the demonstration's market. */
export const OPERATOR = 'operator'

const users = () => rowsOf('demo_users')

/** The organisation that runs the market: the first of the table, there before anybody can act. */
const founder = (): Cells => rowsOf('demo_organisations')[0] ?? {}

/** The user name of whoever acts for an organisation. */
export const userFor = (organisationId: string): string =>
  cell(users().find(user => user.orgId === organisationId) ?? {}, 'username')

const contactOf = (row: Cells) => ({
  name: cell(row, 'name'),
  contact: cellOrNull(row, 'contact'),
  email: cellOrNull(row, 'email'),
  phone: cellOrNull(row, 'phone'),
  mailingAddress: cell(row, 'mailingAddress').replaceAll('; ', '\n') || null,
})

/** The market operator and its users, who have to be there before anybody can act. */
export const addFounders = async (runtime: Runtime, passwordHash: string): Promise<void> => {
  const row = founder()
  const operator = {
    id: cell(row, 'orgId'),
    type: 'OPER' as const,
    csvId: null,
    lpaId: null,
    ...contactOf(row),
  }
  await runtime.store.transaction(async ({ db }) => {
    await addFoundingOrganisation(db, operator)
    await addUsers(db, runtime, { passwordHash, which: user => user.orgId === operator.id })
  })
}

/** The people of all the other organisations. */
export const addEverybody = (runtime: Runtime, passwordHash: string): Promise<void> =>
  runtime.store.transaction(({ db }) =>
    addUsers(db, runtime, { passwordHash, which: user => user.orgId !== founder().orgId }),
  )

const addUsers = async (
  db: Transaction<Database>,
  { now }: Runtime,
  { passwordHash, which }: { passwordHash: string; which: (user: Cells) => boolean },
): Promise<void> => {
  const added = users().filter(which)
  for (const user of added)
    await addUser(
      db,
      {
        id: cell(user, 'username'),
        username: cell(user, 'username'),
        email: cell(user, 'email'),
        displayName: cell(user, 'displayName'),
        phone: null,
        groups: USER_GROUPS.filter(group => group === cell(user, 'groups')),
        organisationId: cell(user, 'orgId'),
        active: true,
        secondFactor: false,
        mustResetPassword: false,
        isShared: false,
        // They act in the past, before the demonstration is loaded.
        ...admittedFromStart(now()),
        joinedAt: null,
      },
      passwordHash,
      now(),
    )
  const said = { action: 'AddAccounts', title: 'Add accounts of the demonstration' }
  const message = `${said.title}: ${added.length}`
  await appendIfChanged(db, { ...said, at: now(), message, details: { added: added.length } })
}

/** One hash serves all demonstration users: they share their password anyway. */
export const demonstrationHash = (password: string): Promise<string> => hashPassword(password)

/** The operator adds, on this day, every organisation that takes part. */
export const organisationSteps = (calendar: Calendar, offset: number): Step[] =>
  rowsOf('demo_organisations')
    .slice(1)
    .map((row, index) => ({
      at: calendar.at(offset, index),
      by: OPERATOR,
      kind: 'organisations',
      subjectId: 'organisations',
      action: 'CreateOrganisation',
      ids: [cell(row, 'orgId')],
      values: {
        ...contactOf(row),
        type: cell(row, 'type'),
        ...(row.type === 'PARTICIPANT' && { csvId: cellOrNull(row, 'csvId') }),
        ...(row.type === 'LPA' && { lpaId: cell(row, 'marketOrLpa') }),
      },
    }))
