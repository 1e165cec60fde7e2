import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { longText } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** A participant comes back, as what it was before it withdrew; its offers or bids must be made anew. */
export const reinstate = action({
  name: 'Reinstate',
  on: 'participation',
  title: 'Reinstate',
  binds: {
    verb: 'Reinstate',
    undone: 'It can withdraw again; offers and bids that were taken back have to be made again.',
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
})
