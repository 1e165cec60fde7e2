import { isOperator } from '#domain/actor'
import { penceOf } from '#domain/money'
import { perUnitText } from '#domain/price'
import { mayBidOngoingOnly, missingIn, type Need, needOf, unitsNeeded } from '#domain/requirement'
import type { Units } from '#domain/units'
import type { Comparison } from '#domain/unusual-amount'
import { roundOf } from '../common/areas.ts'
import { fitOfRequirement } from '../common/fit.ts'
import { notTakingPart, obstacle } from '../common/obstacle.ts'
import { participationOf } from '../common/registration.ts'
import {
  atPublishedPrices,
  type Compared,
  confirmsAmount,
  lastAmount,
  refuseUnconfirmed,
  unusualAmounts,
} from '../common/unusual.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { declarations, hinted, positiveMoney, yesNo } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { readingOnce } from '../round/reading-once.ts'

interface Amounts {
  bid?: number | null
  bidOngoingOnly?: number | null
}
interface UsualBids {
  usualBid: Comparison | null
  usualBidOngoingOnly: Comparison | null
}

const compared = ({ bid, bidOngoingOnly }: Amounts, usual: UsualBids): Compared[] => [
  { pounds: bid, with: usual.usualBid },
  { pounds: bidOngoingOnly, with: usual.usualBidOngoingOnly },
]

/** The most a buyer or investor will pay for all the credits it needs. Binding, sealed, and the last value counts. */
export const setBid = action({
  name: 'SetBid',
  on: 'requirement',
  title: 'Set bid',
  binds: {
    verb: 'Make this bid',
    undone: 'It is binding. It can be changed until bids and offers close, and the last value counts.',
  },
  who: [operator, owner, agent('MakeOffersOrBids')],
  approval: 'owner',
  from: ['Registered', 'Bid'],
  during: ['OpenForBidsAndOffers'],
  when: requirement => missingIn(requirement)[0]?.text ?? true,
  given: async (read, requirement, actor) => {
    // Bids are sealed from the operator, who may enter one: a question would tell the last one.
    const { bid, bidOngoingOnly } = isOperator(actor) ? { bid: null, bidOngoingOnly: null } : requirement
    const { buyerId, roundId, type } = requirement
    const need = needOf(requirement)
    // Both bids are held against the same prices.
    const once = readingOnce(read)
    const published = async (units: (its: Need) => Units) =>
      need &&
      atPublishedPrices(once, await roundOf(once, requirement), [
        { creditType: need.creditType, units: units(need) },
      ])
    const [participation, usualBid, usualBidOngoingOnly] = await Promise.all([
      participationOf(read, buyerId, roundId, type),
      lastAmount(bid, 'your last bid for it') ?? published(unitsNeeded),
      lastAmount(bidOngoingOnly, 'your last bid for its ongoing units') ??
        (mayBidOngoingOnly(requirement) ? published(({ ongoingUnits }) => ongoingUnits) : null),
    ])
    return {
      mayAcceptOngoingOnly: mayBidOngoingOnly(requirement),
      need,
      usualBid,
      usualBidOngoingOnly,
      obstacles: [
        ...(await fitOfRequirement(read, requirement)).against.map(text =>
          obstacle('requirement', requirement, 'Update', text),
        ),
        ...(participation?.status === 'Registered'
          ? []
          : [
              notTakingPart(
                participation,
                requirement,
                'The registration in this market round is not complete',
              ),
            ]),
      ],
    }
  },
  fields: {
    bid: hinted(
      positiveMoney('Bid'),
      'The most you will pay for all the credits. It is sealed, can be changed until bids and offers close, and the last value counts.',
    ),
    acceptOngoingOnly: yesNo('Would you accept only the ongoing units, at a lower bid?'),
    bidOngoingOnly: positiveMoney('Bid for ongoing units only'),
    confirmsAmount,
    declarations: declarations('MarketRoundCreditRequirement_Bid'),
  },
  // Bids are sealed: the operator may enter one on a buyer's behalf but not read the one there is.
  initial: (_requirement, { actorIsOperator }) =>
    actorIsOperator ? { bid: null, bidOngoingOnly: null, acceptOngoingOnly: null } : null,
  show: {
    acceptOngoingOnly: (_answers, { mayAcceptOngoingOnly }) => mayAcceptOngoingOnly,
    bidOngoingOnly: ({ acceptOngoingOnly }) => acceptOngoingOnly === true,
    confirmsAmount: (answers, given) => unusualAmounts(compared(answers, given)).length > 0,
  },
  check: ({ bid, bidOngoingOnly, confirmsAmount: isConfirmed }, { obstacles, ...usual }) => ({
    ...refuseUnconfirmed(isConfirmed, compared({ bid, bidOngoingOnly }, usual)),
    ...(obstacles.length > 0 ? { form: obstacles.map(({ text }) => text).join('. ') } : {}),
    ...(bid && bidOngoingOnly && bidOngoingOnly > bid
      ? { bidOngoingOnly: 'Cannot be more than the bid' }
      : {}),
  }),
  beside: ({ bid, bidOngoingOnly }, { need }) =>
    need === null
      ? {}
      : {
          bid: perUnitText(bid ? penceOf(bid) : null, [
            { creditType: need.creditType, units: need.ongoingUnits + need.additionalUnits },
          ]),
          bidOngoingOnly: perUnitText(bidOngoingOnly ? penceOf(bidOngoingOnly) : null, [
            { creditType: need.creditType, units: need.ongoingUnits },
          ]),
        },
  to: 'Bid',
  effect: ({ subject, values: { bid, bidOngoingOnly, acceptOngoingOnly }, now }) => [
    update('requirement', subject, {
      bid,
      bidOngoingOnly,
      acceptOngoingOnly,
      bidAt: now,
      toConfirmSince: null,
    }),
  ],
})
