import { mayBidOngoingOnly, missingIn } from '#domain/requirement'
import { fitOfRequirement } from '../common/fit.ts'
import { participationOf } from '../common/registration.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { declarations, hinted, positiveMoney, yesNo } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** The most a buyer or investor will pay for all the credits it needs. Binding, sealed, and the last value counts. */
export const setBid = action({
  name: 'SetBid',
  on: 'requirement',
  title: 'Set bid',
  who: [operator, owner, agent('MakeOffersOrBids')],
  from: ['Registered', 'Bid'],
  during: ['OpenForBidsAndOffers'],
  when: requirement => missingIn(requirement)[0] ?? true,
  given: async (read, requirement) => {
    const { buyerId, roundId, type } = requirement
    return {
      isRegistered: (await participationOf(read, buyerId, roundId, type))?.status === 'Registered',
      mayAcceptOngoingOnly: mayBidOngoingOnly(requirement),
      against: (await fitOfRequirement(read, requirement)).against,
    }
  },
  fields: {
    bid: hinted(
      positiveMoney('Bid'),
      'The most you will pay for all the credits. It is sealed, can be changed until bids and offers close, and the last value counts.',
    ),
    acceptOngoingOnly: yesNo('Would you accept only the ongoing units, at a lower bid?'),
    bidOngoingOnly: positiveMoney('Bid for ongoing units only'),
    declarations: declarations('MarketRoundCreditRequirement_Bid'),
  },
  // Bids are sealed: the operator may enter one on a buyer's behalf but not read the one there is.
  initial: (_requirement, { actorIsOperator }) =>
    actorIsOperator ? { bid: null, bidOngoingOnly: null, acceptOngoingOnly: null } : null,
  show: {
    acceptOngoingOnly: (_answers, { mayAcceptOngoingOnly }) => mayAcceptOngoingOnly,
    bidOngoingOnly: ({ acceptOngoingOnly }) => acceptOngoingOnly === true,
  },
  check: ({ bid, bidOngoingOnly }, { isRegistered, against }) => ({
    ...(against.length > 0 ? { form: against.join('. ') } : {}),
    ...(isRegistered ? {} : { form: 'The registration in this market round is not complete' }),
    ...(bid && bidOngoingOnly && bidOngoingOnly > bid
      ? { bidOngoingOnly: 'Cannot be more than the bid' }
      : {}),
  }),
  to: 'Bid',
  effect: ({ subject, values: { bid, bidOngoingOnly, acceptOngoingOnly }, now }) => [
    update('requirement', subject, { bid, bidOngoingOnly, acceptOngoingOnly, bidAt: now }),
  ],
})
