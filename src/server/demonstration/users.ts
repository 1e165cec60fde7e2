import type { Kysely } from 'kysely'
import { ORGANISATION_TYPE_LABELS } from '#domain/people/organisation'
import type { DemonstrationUser } from '#contract/people/account'
import type { Database } from '../store/tables/tables.ts'

/**
 * Lists the users to sign in as in the demonstration: staff first, then authorities, agents and participants by name.
 */
export const listDemonstrationUsers = async (db: Kysely<Database>): Promise<DemonstrationUser[]> => {
  const users = await db
    .selectFrom('user')
    .innerJoin('organisation', 'organisation.id', 'user.organisationId')
    .select(['username', 'displayName', 'groups', 'organisation.type', 'organisation.name'])
    .orderBy('user.ordinal')
    .execute()
  return users.map(({ username, displayName, groups, type, name }) => ({
    username,
    displayName,
    role: groups.includes('sysadmin')
      ? 'System administrator'
      : `${ORGANISATION_TYPE_LABELS[type]}: ${name.replace(' (demonstration)', '')}`,
  }))
}
