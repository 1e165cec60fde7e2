import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { confirm, hinted } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** A buyer or investor stands by its bid after the round was opened again: it counts as it was made. */
export const confirmBid = action({
  name: 'ConfirmBid',
  on: 'requirement',
  title: 'Confirm bid',
  binds: {
    verb: 'Confirm this bid',
    undone: 'It is binding again. It can be changed until bids and offers close, and the last value counts.',
  },
  description:
    'The round was opened again after it had been closed. The bid counts only once you confirm or change it.',
  who: [operator, owner, agent('MakeOffersOrBids')],
  approval: 'owner',
  from: ['Bid'],
  during: ['OpenForBidsAndOffers'],
  when: ({ toConfirmSince }) => toConfirmSince !== null || 'This bid counts already',
  fields: {
    confirmed: hinted(
      confirm('The bid stands as it was made'),
      'To change it, set it anew instead: that counts as well.',
    ),
  },
  effect: ({ subject }) => [update('requirement', subject, { toConfirmSince: null })],
  done: 'The bid is confirmed and counts',
})
