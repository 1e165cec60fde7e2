import { action, saveAnswers } from '../kit/action.ts'
import { withHint, yesNo } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { mayManageUser } from './manage.ts'

/** Says whether several people sign in with an account: such a one decides nothing that its own organisation has proposed. */
export const markAsShared = action({
  name: 'MarkAsShared',
  on: 'user',
  title: 'Mark as shared account',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  when: mayManageUser,
  fields: {
    isShared: withHint(
      yesNo('Do several people sign in with this account?'),
      'A shared account cannot approve proposals of its organisation, and colleagues cannot approve its proposals.',
    ),
  },
  effect: saveAnswers,
  done: 'Your answer has been saved',
})
