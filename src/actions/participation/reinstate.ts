import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { longText } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Brings a participant back with its status before the withdrawal; its offers or bids must be made again. */
export const reinstateParticipation = action({
  name: 'Reinstate',
  on: 'participation',
  title: 'Reinstate',
  binds: {
    verb: 'Reinstate',
    undone:
      'Offers and bids that ended with the withdrawal must be made again. The participant can also withdraw again.',
  },
  who: [operator],
  from: ['Withdrawn'],
  during: ['Draft', 'Open', 'Closed', 'OpenForBidsAndOffers'],
  fields: { reason: longText('Reason') },
  initial: () => ({ reason: null }),
  to: {
    by: (_values, { statusBefore }) => String(statusBefore),
    is: { Interested: 'Interested', Provisional: 'Provisional', Registered: 'Registered' },
  },
  effect: ({ subject, values: { reason } }) => [
    update('participation', subject, { reason, statusBefore: null }),
  ],
  done: 'The participant is in the round again',
})
