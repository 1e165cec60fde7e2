import { action } from '../kit/action.ts'
import { update, queueEmail } from '../kit/changes.ts'
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

/** Lets a locked-out person in again. */
export const enableUser = action({
  name: 'EnableUser',
  on: 'user',
  title: 'Enable user',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  when: (user, actor) => (user.active ? 'This user is not disabled' : mayManageUser(user, actor)),
  fields: {},
  effect: ({ subject }) => [
    update('user', subject, { active: true }),
    ...notifyColleagues(subject, 'the market operator has enabled the account again'),
  ],
  done: 'The user has been enabled',
})

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
