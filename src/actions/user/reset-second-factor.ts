import { action } from '../kit/action.ts'
import { queueEmail, update } from '../kit/changes.ts'
import { operator } from '../kit/who.ts'
import { mayManageUser, notifyColleagues } from './manage.ts'

/** Resets the second factor of a person who has lost the authenticator. An emailed code and a new password replace it. */
export const resetSecondFactor = action({
  name: 'ResetSecondFactor',
  on: 'user',
  title: 'Reset second factor',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  when: (user, actor) => (user.secondFactor ? mayManageUser(user, actor) : 'No second factor is in use'),
  fields: {},
  effect: ({ subject }) => [
    update('user', subject, { secondFactor: false, mustResetPassword: true }),
    queueEmail('second-factor-off', subject.email, {}),
    ...notifyColleagues(subject, 'the market operator has reset the second factor'),
  ],
  done: 'The second factor has been reset',
})
