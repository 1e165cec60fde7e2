import { USER_GROUPS, type UserGroup } from '#domain/people/user'
import type { SignedInUser } from '#contract/people/account'

/** Role of a user, which decides menu and routes: the first of the user's groups in order of priority. */
export const roleOf = (user: SignedInUser | null | undefined): UserGroup | null =>
  USER_GROUPS.find(group => user?.groups.includes(group)) ?? null

/** Returns true for staff of the market operator, with or without system administration. */
export const isStaff = (role: UserGroup | null): boolean => role === 'admin' || role === 'sysadmin'

/** Returns true if the role may search: staff and planning authorities. */
export const maySearch = (role: UserGroup | null): boolean => isStaff(role) || role === 'lpa'

/** Name of a user: the display name, else the email address, else the user name as words. */
export const userDisplayName = ({ displayName, email, username }: SignedInUser): string => {
  if (displayName || email) return displayName || email
  const words = username.split(/[._-]+/).filter(Boolean)
  return words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
