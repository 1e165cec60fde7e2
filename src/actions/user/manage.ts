import type { Actor } from '#domain/actor'
import type { User } from '#domain/user'
import type { Verdict } from '#domain/verdict'

/** People manage others, not themselves, and only a system administrator manages one. */
export const mayManage = (user: User, actor: Actor): Verdict => {
  if (user.id === actor.userId) return 'Somebody else must do this for you'
  return (
    !user.groups.includes('sysadmin') ||
    actor.groups.includes('sysadmin') ||
    'Only a system administrator may do this'
  )
}
