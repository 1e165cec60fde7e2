import { isOperator } from '#domain/people/actor'
import { penceOf } from '@credit-market/values/money'
import { pricePerUnitText } from '#domain/prices/price'
import {
  mayBidOngoingOnly,
  findMissingRequirementParts,
  type RequirementNeed,
  needOf,
  totalUnitsNeeded,
} from '#domain/project/requirement'
import type { Units } from '@credit-market/values/units'
import type { AmountComparison } from '#domain/prices/unusual-amount'
import { readRoundOfItem } from '../fields/areas.ts'
import { checkRequirementFit } from '../common/fit.ts'
import { toParticipationObstacle, toObstacle } from '../common/obstacle.ts'
import { readParticipation } from '../common/registration.ts'
import {
  compareWithPublishedPrices,
  type ComparedAmount,
  confirmAmountField,
  compareWithLastAmount,
  checkUnusualAmountsConfirmed,
  unusualAmountWarnings,
} from '../fields/unusual.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { declarations, withHint, positiveMoney, yesNo } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { cacheReads } from '../common/reading-once.ts'

interface Amounts {
  bid?: number | null
  bidOngoingOnly?: number | null
}
interface UsualBids {
  usualBid: AmountComparison | null
  usualBidOngoingOnly: AmountComparison | null
}

const compared = ({ bid, bidOngoingOnly }: Amounts, usual: UsualBids): ComparedAmount[] => [
  { pounds: bid, with: usual.usualBid },
  { pounds: bidOngoingOnly, with: usual.usualBidOngoingOnly },
]

/** Sets the most that a buyer or investor pays for all the credits it needs. Binding and sealed; the last value counts. */
export const setBid = action({
  name: 'SetBid',
  on: 'requirement',
  title: 'Set bid',
  binds: {
    verb: 'Make this bid',
    undone:
      'Your bid is binding. You can change or withdraw it until bids and offers close. Your last amount counts.',
  },
  who: [operator, owner, agent('MakeOffersOrBids')],
  approval: 'owner',
  from: ['Registered', 'Bid'],
  during: ['OpenForBidsAndOffers'],
  when: requirement => findMissingRequirementParts(requirement)[0]?.text ?? true,
  given: async (read, requirement, actor) => {
    // Bids are sealed from the operator, who may enter one: a question about the amount would reveal the last one.
    const { bid, bidOngoingOnly } = isOperator(actor) ? { bid: null, bidOngoingOnly: null } : requirement
    const { buyerId, roundId, type } = requirement
    const need = needOf(requirement)
    // Compares both bids with the same prices.
    const once = cacheReads(read)
    const published = async (units: (its: RequirementNeed) => Units) =>
      need &&
      compareWithPublishedPrices(once, await readRoundOfItem(once, requirement), [
        { creditType: need.creditType, units: units(need) },
      ])
    const [participation, usualBid, usualBidOngoingOnly] = await Promise.all([
      readParticipation(read, buyerId, roundId, type),
      compareWithLastAmount(bid, 'your last bid for this requirement') ?? published(totalUnitsNeeded),
      compareWithLastAmount(bidOngoingOnly, 'your last bid for the ongoing units') ??
        (mayBidOngoingOnly(requirement) ? published(({ ongoingUnits }) => ongoingUnits) : null),
    ])
    return {
      mayAcceptOngoingOnly: mayBidOngoingOnly(requirement),
      need,
      usualBid,
      usualBidOngoingOnly,
      obstacles: [
        ...(await checkRequirementFit(read, requirement)).against.map(text =>
          toObstacle('requirement', requirement, 'Update', text),
        ),
        ...(participation?.status === 'Registered'
          ? []
          : [
              toParticipationObstacle(
                participation,
                requirement,
                'The registration in this market round is not complete',
              ),
            ]),
      ],
    }
  },
  fields: {
    bid: withHint(
      positiveMoney('Bid'),
      'The most that you will pay for all the credits. Your bid is sealed, and you can change it until bids and offers close. Your last amount counts.',
    ),
    acceptOngoingOnly: yesNo('Would you accept only the ongoing units, at a lower bid?'),
    bidOngoingOnly: positiveMoney('Bid for ongoing units only'),
    confirmsAmount: confirmAmountField,
    declarations: declarations('MarketRoundCreditRequirement_Bid'),
  },
  // Bids are sealed: the operator may enter one on a buyer's behalf but not read the existing one.
  initial: (_requirement, { actorIsOperator }) =>
    actorIsOperator ? { bid: null, bidOngoingOnly: null, acceptOngoingOnly: null } : null,
  show: {
    acceptOngoingOnly: (_answers, { mayAcceptOngoingOnly }) => mayAcceptOngoingOnly,
    bidOngoingOnly: ({ acceptOngoingOnly }) => acceptOngoingOnly === true,
    confirmsAmount: (answers, given) => unusualAmountWarnings(compared(answers, given)).length > 0,
  },
  check: ({ bid, bidOngoingOnly, confirmsAmount: isConfirmed }, { obstacles, ...usual }) => ({
    ...checkUnusualAmountsConfirmed(isConfirmed, compared({ bid, bidOngoingOnly }, usual)),
    ...(obstacles.length > 0 ? { form: obstacles.map(({ text }) => text).join('. ') } : {}),
    ...(bid && bidOngoingOnly && bidOngoingOnly > bid
      ? { bidOngoingOnly: 'Cannot be more than the bid' }
      : {}),
  }),
  beside: ({ bid, bidOngoingOnly }, { need }) =>
    need === null
      ? {}
      : {
          bid: pricePerUnitText(bid ? penceOf(bid) : null, [
            { creditType: need.creditType, units: need.ongoingUnits + need.additionalUnits },
          ]),
          bidOngoingOnly: pricePerUnitText(bidOngoingOnly ? penceOf(bidOngoingOnly) : null, [
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
  done: 'Your bid is sealed',
})
