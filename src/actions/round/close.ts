import { action } from '../kit/action.ts'
import { confirm } from '../kit/fields.ts'
import { operator, system } from '../kit/who.ts'

/** Closes a round for registration. */
export const close = action({
  name: 'Close',
  on: 'round',
  title: 'Close',
  label: 'Close registration',
  binds: {
    verb: 'Close registration',
    undone: 'Registration can be opened again as long as bids and offers have not been opened.',
  },
  who: [operator, system],
  from: ['Open'],
  fields: { confirmed: confirm('Close this market round for registration') },
  to: 'Closed',
  done: 'Registration is closed',
})
