import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { operator } from '../kit/who.ts'
import { mayManage } from './manage.ts'
import { notifyColleagues } from './notify-colleagues.ts'

/** For an account that may be in other hands: the password counts for nothing until it is replaced by a mailed code. */
export const requireNewPassword = action({
  name: 'RequireNewPassword',
  on: 'user',
  title: 'Require new password',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  when: (user, actor) =>
    user.mustResetPassword ? 'A new password is required already' : mayManage(user, actor),
  fields: {},
  effect: ({ subject }) => [
    update('user', subject, { mustResetPassword: true }),
    ...notifyColleagues(subject, 'the market operator requires a new password'),
  ],
})
