import type { Stored } from './subject.ts'

export const USER_GROUPS = ['sysadmin', 'admin', 'lpa', 'participant', 'agent'] as const
/** In the order of priority by which menu and routes are chosen. */
export type UserGroup = (typeof USER_GROUPS)[number]

/** A person who signs in, for one organisation. */
export interface User extends Stored {
  username: string
  email: string
  displayName: string
  phone: string | null
  groups: UserGroup[]
  organisationId: string | null
  active: boolean
}
