import { USER_GROUPS } from '#domain/people/user'
import type { Transaction } from 'kysely'
import type { ActionRuntime } from '../runner/runtime.ts'
import { createAdmittedMembership } from '../auth/joining.ts'
import { addFoundingOrganisation, addUser } from '../auth/accounts.ts'
import { appendEntryIfChanged } from '../store/activity.ts'
import type { Database } from '../store/tables/tables.ts'
import { hashPassword } from '../auth/passwords.ts'
import {
  cellText,
  cellOrNull,
  readCsvRows,
  type DemonstrationCalendar,
  type CsvRow,
  type DemonstrationStep,
} from './step.ts'

/** User name of the demonstration's market operator. */
export const DEMONSTRATION_OPERATOR_USERNAME = 'operator'

const users = () => readCsvRows('demo_users')

/** The organisation that runs the market: the first in the table, which exists before anyone can act. */
const founder = (): CsvRow => readCsvRows('demo_organisations')[0] ?? {}

/** Returns the user name of the person who acts for an organisation. */
export const usernameOfOrganisation = (organisationId: string): string =>
  cellText(users().find(user => user.orgId === organisationId) ?? {}, 'username')

const contactOf = (row: CsvRow) => ({
  name: cellText(row, 'name'),
  contact: cellOrNull(row, 'contact'),
  email: cellOrNull(row, 'email'),
  phone: cellOrNull(row, 'phone'),
  mailingAddress: cellText(row, 'mailingAddress').replaceAll('; ', '\n') || null,
})

/** Adds the market operator and its users, who must exist before anyone can act. */
export const addOperatorUsers = async (runtime: ActionRuntime, passwordHash: string): Promise<void> => {
  const row = founder()
  const operator = {
    id: cellText(row, 'orgId'),
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

/** Adds the people of all other organisations. */
export const addOtherUsers = (runtime: ActionRuntime, passwordHash: string): Promise<void> =>
  runtime.store.transaction(({ db }) =>
    addUsers(db, runtime, { passwordHash, which: user => user.orgId !== founder().orgId }),
  )

const addUsers = async (
  db: Transaction<Database>,
  { now }: ActionRuntime,
  { passwordHash, which }: { passwordHash: string; which: (user: CsvRow) => boolean },
): Promise<void> => {
  const added = users().filter(which)
  for (const user of added)
    await addUser(
      db,
      {
        id: cellText(user, 'username'),
        username: cellText(user, 'username'),
        email: cellText(user, 'email'),
        displayName: cellText(user, 'displayName'),
        phone: null,
        groups: USER_GROUPS.filter(group => group === cellText(user, 'groups')),
        organisationId: cellText(user, 'orgId'),
        active: true,
        secondFactor: false,
        mustResetPassword: false,
        isShared: false,
        // They act in the past, before the demonstration is loaded.
        ...createAdmittedMembership(now()),
        joinedAt: null,
      },
      passwordHash,
      now(),
    )
  const said = { action: 'AddAccounts', title: 'Add accounts of the demonstration' }
  const message = `${said.title}: ${added.length}`
  await appendEntryIfChanged(db, { ...said, at: now(), message, details: { added: added.length } })
}

/** Hashes the password once for all demonstration users, who share it anyway. */
export const demonstrationPasswordHash = (password: string): Promise<string> => hashPassword(password)

/** Steps in which the operator adds, on this day, every organisation that takes part. */
export const demonstrationOrganisationSteps = (
  calendar: DemonstrationCalendar,
  offset: number,
): DemonstrationStep[] =>
  readCsvRows('demo_organisations')
    .slice(1)
    .map((row, index) => ({
      at: calendar.at(offset, index),
      by: DEMONSTRATION_OPERATOR_USERNAME,
      kind: 'organisations',
      subjectId: 'organisations',
      action: 'CreateOrganisation',
      ids: [cellText(row, 'orgId')],
      values: {
        ...contactOf(row),
        type: cellText(row, 'type'),
        ...(row.type === 'PARTICIPANT' && { csvId: cellOrNull(row, 'csvId') }),
        ...(row.type === 'LPA' && { lpaId: cellText(row, 'marketOrLpa') }),
      },
    }))
