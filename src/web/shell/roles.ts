import { USER_GROUPS, type UserGroup } from '#domain/user'
import type { SignedIn } from '#contract/account'

/** The group that decides menu and routes: the first in the order of priority. */
export const roleOf = (user: SignedIn | null | undefined): UserGroup | null =>
  USER_GROUPS.find(group => user?.groups.includes(group)) ?? null

/** Market operator's staff, with or without system administration. */
export const isStaff = (role: UserGroup | null): boolean => role === 'admin' || role === 'sysadmin'

/** Search is for staff and planning authorities. */
export const maySearch = (role: UserGroup | null): boolean => isStaff(role) || role === 'lpa'

/** How a person is called: by display name, else e-mail, else the user name as words. */
export const nameOf = ({ displayName, email, username }: SignedIn): string => {
  if (displayName || email) return displayName || email
  const words = username.split(/[._-]+/).filter(Boolean)
  return words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
