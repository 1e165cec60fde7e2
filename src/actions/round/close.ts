import { action } from '../kit/action.ts'
import { confirm } from '../kit/fields.ts'
import { operator, system } from '../kit/who.ts'

/** Closes a round for registration. */
export const closeRegistration = action({
  name: 'Close',
  on: 'round',
  title: 'Close',
  label: 'Close registration',
  binds: {
    verb: 'Close registration',
    undone: 'You can open registration again until bids and offers open.',
  },
  who: [operator, system],
  from: ['Open'],
  fields: { confirmed: confirm('Close this market round for registration') },
  to: 'Closed',
  done: 'Registration is closed',
})
