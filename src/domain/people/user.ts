import type { Instant } from '@credit-market/values/dates'
import type { OrganisationType } from './organisation.ts'
import type { StoredRow } from '../values/subject.ts'

export const USER_GROUPS = ['sysadmin', 'admin', 'lpa', 'participant', 'agent'] as const
/** In the order of priority for menu and routes. */
export type UserGroup = (typeof USER_GROUPS)[number]

/** Labels of the groups. */
export const USER_GROUP_LABELS: Record<UserGroup, string> = {
  sysadmin: 'System administrator',
  admin: 'Administrator',
  lpa: 'Local planning authority',
  participant: 'Participant',
  agent: 'Agent',
}

/** The public look, also while loading and when signed out, or the look for daily work. */
type Look = 'public' | 'working'

const LOOKS: Record<UserGroup, Look> = {
  sysadmin: 'working',
  admin: 'working',
  lpa: 'working',
  participant: 'public',
  agent: 'public',
}

/** Look of the pages for people in these groups. */
export const pageLookOfGroups = (groups: readonly UserGroup[]): Look =>
  groups.some(group => LOOKS[group] === 'working') ? 'working' : 'public'

export type Theme = 'light' | 'dark'

/** Default theme of each look: dark for the public look, light otherwise. */
export const DEFAULT_THEMES: Record<Look, Theme> = { public: 'dark', working: 'light' }

/** A person who signs in, for one organisation. */
export interface User extends StoredRow {
  username: string
  email: string
  displayName: string
  phone: string | null
  groups: UserGroup[]
  organisationId: string | null
  active: boolean
  /** Signs in with a code of an authenticator as well as the password. */
  secondFactor: boolean
  /** Has to confirm by an emailed code that the account is theirs. */
  mustResetPassword: boolean
  /** Several people use this account: it cannot decide on proposals of its organisation. */
  isShared: boolean
  /** Null if the person joined before the market recorded this. */
  joinedAt: Instant | null
  invitedBy: string | null
  /** Time from which the person has rights. Until then they are in no group and see nothing of the organisation. */
  admittedAt: Instant | null
  /** The person who admitted them; null for the first person of an organisation. */
  admittedBy: string | null
}

/** Groups for people of each type of organisation; everyone starts in the first. */
export const GROUPS_BY_ORGANISATION_TYPE: Record<OrganisationType, readonly [UserGroup, ...UserGroup[]]> = {
  OPER: ['admin', 'sysadmin'],
  PARTICIPANT: ['participant'],
  LPA: ['lpa'],
  AGENT: ['agent'],
}
