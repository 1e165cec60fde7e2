import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { operator } from '../kit/who.ts'
import { mayManageUser, notifyColleagues } from './manage.ts'

/** Locks a person out at once. */
export const disableUser = action({
  name: 'DisableUser',
  on: 'user',
  title: 'Disable user',
  who: [operator],
  stepUp: true,
  when: (user, actor) => (user.active ? mayManageUser(user, actor) : 'This user is already disabled'),
  fields: {},
  effect: ({ subject }) => [
    update('user', subject, { active: false }),
    ...notifyColleagues(subject, 'the market operator has disabled the account'),
  ],
  done: 'The user has been disabled',
})
