import { NO_OFFER } from '#domain/project/project'
import { previewIncompleteGroup } from '../common/grouping.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { confirm, withHint } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** Withdraws the offer for one project; the supplier stays in the round with its other projects. */
export const withdrawOffer = action({
  name: 'WithdrawOffer',
  on: 'project',
  title: 'Withdraw offer',
  binds: {
    verb: 'Withdraw this offer',
    undone: 'You can make a new offer until bids and offers close.',
  },
  who: [operator, owner, agent('MakeOffersOrBids')],
  approval: 'owner',
  from: ['Offered'],
  during: ['OpenForBidsAndOffers'],
  fields: {
    confirmed: withHint(
      confirm('Withdraw the offer for this project'),
      'The project stays in the market round. Without an offer, it takes no part in the match.',
    ),
  },
  to: 'ApprovedRound',
  reads: async (read, { groupId }) => (groupId === null ? undefined : read.one('projectGroup', groupId)),
  preview: ({ reads: group }) => previewIncompleteGroup(group, 'projects'),
  effect: ({ subject }) => [update('project', subject, NO_OFFER)],
  done: 'Your offer has been withdrawn',
})
