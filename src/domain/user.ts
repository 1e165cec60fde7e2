import type { Instant } from './dates.ts'
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

/** The public look, also while loading and for whoever is signed out, or the one for daily work. */
type Look = 'public' | 'working'

const LOOKS: Record<UserGroup, Look> = {
  sysadmin: 'working',
  admin: 'working',
  lpa: 'working',
  participant: 'public',
  agent: 'public',
}

/** How pages look to who is in these groups. */
export const lookFor = (groups: readonly UserGroup[]): Look =>
  groups.some(group => LOOKS[group] === 'working') ? 'working' : 'public'

export type Theme = 'light' | 'dark'

/** The theme that pages have until a reader chooses one: dark with the public look and light otherwise. */
export const THEME_OF: Record<Look, Theme> = { public: 'dark', working: 'light' }

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
  /** Several people sign in with it: it decides nothing that its organisation has proposed. */
  isShared: boolean
  /** null where the person joined before this was noted. */
  joinedAt: Instant | null
  invitedBy: string | null
  /** From when on the person has rights. Until then they are in no group and see nothing of the organisation. */
  admittedAt: Instant | null
  /** Who admitted the person; null for the first person of an organisation. */
  admittedBy: string | null
}

/** The groups that people of an organisation may be in; the first is what they are in from the start. */
export const GROUPS_OF: Record<OrganisationType, readonly [UserGroup, ...UserGroup[]]> = {
  OPER: ['admin', 'sysadmin'],
  PARTICIPANT: ['participant'],
  LPA: ['lpa'],
  AGENT: ['agent'],
}
