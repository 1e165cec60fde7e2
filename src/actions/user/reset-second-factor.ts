import { action } from '../kit/action.ts'
import { mail, update } from '../kit/changes.ts'
import { operator } from '../kit/who.ts'
import { mayManage } from './manage.ts'
import { notifyColleagues } from './notify-colleagues.ts'

/** For a person who has lost the authenticator. A mailed code and a new password stand in for what was lost. */
export const resetSecondFactor = action({
  name: 'ResetSecondFactor',
  on: 'user',
  title: 'Reset second factor',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  when: (user, actor) => (user.secondFactor ? mayManage(user, actor) : 'No second factor is in use'),
  fields: {},
  effect: ({ subject }) => [
    update('user', subject, { secondFactor: false, mustResetPassword: true }),
    mail('second-factor-off', subject.email, {}),
    ...notifyColleagues(subject, 'the market operator has reset the second factor'),
  ],
})
