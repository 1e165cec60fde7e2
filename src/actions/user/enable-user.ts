import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { operator } from '../kit/who.ts'
import { mayManage } from './manage.ts'
import { notifyColleagues } from './notify-colleagues.ts'

/** Lets a person in again who was shut out. */
export const enableUser = action({
  name: 'EnableUser',
  on: 'user',
  title: 'Enable user',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  when: (user, actor) => (user.active ? 'This user is not disabled' : mayManage(user, actor)),
  fields: {},
  effect: ({ subject }) => [
    update('user', subject, { active: true }),
    ...notifyColleagues(subject, 'the market operator has enabled the account again'),
  ],
})
