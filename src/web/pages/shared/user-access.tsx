import { USER_GROUP_LABELS, type UserGroup } from '#domain/user'
import { StatusBadge } from '../../parts/status-badge.tsx'
import type { Status } from '../../parts/status-tones.ts'

type Person = { active: boolean; groups: readonly UserGroup[]; mustResetPassword?: boolean }

/** May this person come in, and if not, why? */
export const accessOf = ({ active, groups, mustResetPassword }: Person): Status<'access'> => {
  if (!active) return 'Disabled'
  if (groups.length === 0) return 'Waiting'
  return mustResetPassword ? 'ReplacePassword' : 'Active'
}

/** The same, as word, shape and colour. */
export const UserAccess = ({ user }: { user: Person }) => (
  <StatusBadge kind="access" status={accessOf(user)} />
)

/** The groups of a person in words. */
export const groupsOf = ({ groups }: Pick<Person, 'groups'>): string =>
  groups.map(group => USER_GROUP_LABELS[group]).join(', ')
