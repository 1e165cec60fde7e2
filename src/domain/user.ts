import type { OrganisationType } from './organisation.ts'
import type { Stored } from './subject.ts'

export const USER_GROUPS = ['sysadmin', 'admin', 'lpa', 'participant', 'agent'] as const
/** In the order of priority by which menu and routes are chosen. */
export type UserGroup = (typeof USER_GROUPS)[number]

/** The groups in words. */
export const USER_GROUP_LABELS: Record<UserGroup, string> = {
  sysadmin: 'System administrator',
  admin: 'Administrator',
  lpa: 'Local planning authority',
  participant: 'Participant',
  agent: 'Agent',
}

/** A person who signs in, for one organisation. */
export interface User extends Stored {
  username: string
  email: string
  displayName: string
  phone: string | null
  groups: UserGroup[]
  organisationId: string | null
  active: boolean
  /** Signs in with a code of an authenticator besides the password. */
  secondFactor: boolean
  /** Has to prove once more, by a mailed code, that the account is theirs. */
  mustResetPassword: boolean
}

/** The groups that people of an organisation may be in; the first is what they are in from the start. */
export const GROUPS_OF: Record<OrganisationType, readonly [UserGroup, ...UserGroup[]]> = {
  OPER: ['admin', 'sysadmin'],
  PARTICIPANT: ['participant'],
  LPA: ['lpa'],
  AGENT: ['agent'],
}
