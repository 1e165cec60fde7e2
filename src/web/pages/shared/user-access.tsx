import { USER_GROUP_LABELS, type UserGroup } from '#domain/people/user'
import { StatusBadge } from '../../parts/status-badge.tsx'
import type { Status } from '../../parts/status-tones.ts'

type Person = { active: boolean; groups: readonly UserGroup[]; mustResetPassword?: boolean }

/** Access of a person: allowed, or the reason why not. */
export const userAccess = ({ active, groups, mustResetPassword }: Person): Status<'access'> => {
  if (!active) return 'Disabled'
  if (groups.length === 0) return 'Waiting'
  return mustResetPassword ? 'ReplacePassword' : 'Active'
}

/** Access of a person as word, shape and colour. */
export const UserAccess = ({ user }: { user: Person }) => (
  <StatusBadge kind="access" status={userAccess(user)} />
)

/** Groups of a person as text. */
export const groupNames = ({ groups }: Pick<Person, 'groups'>): string =>
  groups.map(group => USER_GROUP_LABELS[group]).join(', ')
