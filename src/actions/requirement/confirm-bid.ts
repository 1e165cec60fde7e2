import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { confirm, withHint } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** Confirms a bid unchanged after the round was re-opened. */
export const confirmBid = action({
  name: 'ConfirmBid',
  on: 'requirement',
  title: 'Confirm bid',
  binds: {
    verb: 'Confirm this bid',
    undone:
      'Your bid is binding again. You can change or withdraw it until bids and offers close. Your last amount counts.',
  },
  description: 'The round was closed and is open again. The bid counts only if you confirm or change it.',
  who: [operator, owner, agent('MakeOffersOrBids')],
  approval: 'owner',
  from: ['Bid'],
  during: ['OpenForBidsAndOffers'],
  when: ({ toConfirmSince }) => toConfirmSince !== null || 'This bid already counts',
  fields: {
    confirmed: withHint(
      confirm('Confirm the bid without changes'),
      'To change the bid, use “Set bid” instead. That also confirms it.',
    ),
  },
  effect: ({ subject }) => [update('requirement', subject, { toConfirmSince: null })],
  done: 'Your bid is confirmed and counts',
})
