import type { Kysely } from 'kysely'
import { ORGANISATION_TYPE_LABELS } from '#domain/organisation'
import type { Database } from '../store/tables.ts'

/** A demonstration sign-in name, as the sign-in page and the first lines of the server show it. */
export interface DemonstrationUser {
  username: string
  displayName: string
  role: string
}

/** Whom to sign in as in the demonstration: staff first, then authorities, agents and participants by name. */
export const demonstrationUsers = async (db: Kysely<Database>): Promise<DemonstrationUser[]> => {
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
