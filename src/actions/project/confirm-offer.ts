import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { confirm, withHint } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** Confirms an offer unchanged after the round was re-opened. */
export const confirmOffer = action({
  name: 'ConfirmOffer',
  on: 'project',
  title: 'Confirm offer',
  binds: {
    verb: 'Confirm this offer',
    undone:
      'Your offer is binding again. You can change or withdraw it until bids and offers close. Your last amount counts.',
  },
  description: 'The round was closed and is open again. The offer counts only if you confirm or change it.',
  who: [operator, owner, agent('MakeOffersOrBids')],
  approval: 'owner',
  from: ['Offered'],
  during: ['OpenForBidsAndOffers'],
  when: ({ toConfirmSince }) => toConfirmSince !== null || 'This offer already counts',
  fields: {
    confirmed: withHint(
      confirm('Confirm the offer without changes'),
      'To change the offer, use “Set offer” instead. That also confirms it.',
    ),
  },
  effect: ({ subject }) => [update('project', subject, { toConfirmSince: null })],
  done: 'Your offer is confirmed and counts',
})
