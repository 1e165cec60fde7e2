import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { operator } from '../kit/who.ts'
import { mayManageUser, notifyColleagues } from './manage.ts'

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
