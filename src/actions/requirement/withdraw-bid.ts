import { NO_BID } from '#domain/project/requirement'
import { previewIncompleteGroup } from '../common/grouping.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { confirm, withHint } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** Withdraws the bid for one credit requirement; the buyer or investor stays in the round with its other requirements. */
export const withdrawBid = action({
  name: 'WithdrawBid',
  on: 'requirement',
  title: 'Withdraw bid',
  binds: {
    verb: 'Withdraw this bid',
    undone: 'You can make a new bid until bids and offers close.',
  },
  who: [operator, owner, agent('MakeOffersOrBids')],
  approval: 'owner',
  from: ['Bid'],
  during: ['OpenForBidsAndOffers'],
  fields: {
    confirmed: withHint(
      confirm('Withdraw the bid for this credit requirement'),
      'The credit requirement stays in the market round. Without a bid, it takes no part in the match.',
    ),
  },
  to: 'Registered',
  reads: async (read, { groupId }) => (groupId === null ? undefined : read.one('requirementGroup', groupId)),
  preview: ({ reads: group }) => previewIncompleteGroup(group, 'credit requirements'),
  effect: ({ subject }) => [update('requirement', subject, NO_BID)],
  done: 'Your bid has been withdrawn',
})
