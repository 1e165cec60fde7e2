import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { operator } from '../kit/who.ts'
import { mayManageUser, notifyColleagues } from './manage.ts'

/** Requires a new password for an account that may be in wrong hands: the old one stops working until an emailed code replaces it. */
export const requireNewPassword = action({
  name: 'RequireNewPassword',
  on: 'user',
  title: 'Require new password',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  when: (user, actor) =>
    user.mustResetPassword ? 'A new password is already required' : mayManageUser(user, actor),
  fields: {},
  effect: ({ subject }) => [
    update('user', subject, { mustResetPassword: true }),
    ...notifyColleagues(subject, 'the market operator requires a new password'),
  ],
  done: 'The user must choose a new password',
})
