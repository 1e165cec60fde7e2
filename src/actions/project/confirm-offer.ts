import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { confirm, hinted } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** A supplier stands by its offer after the round was opened again: it counts as it was made. */
export const confirmOffer = action({
  name: 'ConfirmOffer',
  on: 'project',
  title: 'Confirm offer',
  binds: {
    verb: 'Confirm this offer',
    undone: 'It is binding again. It can be changed until bids and offers close, and the last value counts.',
  },
  description:
    'The round was opened again after it had been closed. The offer counts only once you confirm or change it.',
  who: [operator, owner, agent('MakeOffersOrBids')],
  approval: 'owner',
  from: ['Offered'],
  during: ['OpenForBidsAndOffers'],
  when: ({ toConfirmSince }) => toConfirmSince !== null || 'This offer counts already',
  fields: {
    confirmed: hinted(
      confirm('The offer stands as it was made'),
      'To change it, set it anew instead: that counts as well.',
    ),
  },
  effect: ({ subject }) => [update('project', subject, { toConfirmSince: null })],
  done: 'The offer is confirmed and counts',
})
