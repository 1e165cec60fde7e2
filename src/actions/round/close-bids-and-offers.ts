import { action } from '../kit/action.ts'
import { confirm } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Closes a round for bids and offers: the last values count. */
export const closeBidsAndOffers = action({
  name: 'CloseBidsAndOffers',
  on: 'round',
  title: 'Close bids and offers',
  binds: {
    verb: 'Close for bids and offers',
    undone: 'The last values count. The round can be opened again for bids and offers.',
  },
  who: [operator],
  from: ['OpenForBidsAndOffers'],
  fields: { confirmed: confirm('Close this market round for bids and offers') },
  to: 'ClosedForBidsAndOffers',
  done: 'The round is closed for bids and offers',
})
