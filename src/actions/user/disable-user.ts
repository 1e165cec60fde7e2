import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { operator } from '../kit/who.ts'
import { mayManage } from './manage.ts'
import { notifyColleagues } from './notify-colleagues.ts'

/** Shuts a person out, at once. */
export const disableUser = action({
  name: 'DisableUser',
  on: 'user',
  title: 'Disable user',
  who: [operator],
  stepUp: true,
  when: (user, actor) => (user.active ? mayManage(user, actor) : 'This user is disabled already'),
  fields: {},
  effect: ({ subject }) => [
    update('user', subject, { active: false }),
    ...notifyColleagues(subject, 'the market operator has disabled the account'),
  ],
})
