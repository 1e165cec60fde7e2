import { action, save } from '../kit/action.ts'
import { hinted, yesNo } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { mayManage } from './manage.ts'

/** Says whether several people sign in with an account: such a one decides nothing that its own organisation has proposed. */
export const markAsShared = action({
  name: 'MarkAsShared',
  on: 'user',
  title: 'Mark as shared account',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  when: mayManage,
  fields: {
    isShared: hinted(
      yesNo('Do several people sign in with this account?'),
      'A shared account neither approves what its organisation has proposed, nor has approved by a colleague what it proposes.',
    ),
  },
  effect: save,
})
