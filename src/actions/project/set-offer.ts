import { isOperator } from '#domain/actor'
import { roundOf } from '../common/areas.ts'
import { notTakingPart } from '../common/obstacle.ts'
import { participationOf } from '../common/registration.ts'
import { mostOfEachType, perUnitSupplied, suppliedBy } from '../common/supplied.ts'
import {
  atPublishedPrices,
  confirmsAmount,
  lastAmount,
  refuseUnconfirmed,
  unusualAmounts,
} from '../common/unusual.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { declarations, hinted, money } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** The least a supplier will accept for establishing the whole project. Binding, sealed, and the last value counts. */
export const setOffer = action({
  name: 'SetOffer',
  on: 'project',
  title: 'Set offer',
  binds: {
    verb: 'Make this offer',
    undone: 'It is binding. It can be changed until bids and offers close, and the last value counts.',
  },
  who: [operator, owner, agent('MakeOffersOrBids')],
  approval: 'owner',
  from: ['ApprovedRound', 'Offered'],
  during: ['OpenForBidsAndOffers'],
  when: ({ costs }) => costs !== null || 'The costs of this project have not been set',
  given: async (read, project, actor) => {
    const [supplier, supply, round] = await Promise.all([
      participationOf(read, project.supplierId, project.roundId, 'Supplier'),
      suppliedBy(read, project),
      roundOf(read, project),
    ])
    // Offers are sealed from the operator, who may enter one: a question would tell the last one.
    const last = isOperator(actor) ? null : lastAmount(project.offer, 'your last offer for it')
    return {
      obstacles:
        supplier?.status === 'Registered'
          ? []
          : [notTakingPart(supplier, project, 'The supplier is not registered in this market round')],
      supply,
      usualOffer: last ?? (await atPublishedPrices(read, round, mostOfEachType(supply))),
    }
  },
  fields: {
    offer: hinted(
      money('Offer'),
      'The least you will accept for establishing the whole project; the costs are added to it. It is sealed, can be changed until bids and offers close, and the last value counts.',
    ),
    confirmsAmount,
    declarations: declarations('MarketRoundProject_Offer'),
  },
  // Offers are sealed: the operator may enter one on a supplier's behalf but not read the one there is.
  initial: (_project, { actorIsOperator }) => (actorIsOperator ? { offer: null } : null),
  show: {
    confirmsAmount: ({ offer }, { usualOffer }) =>
      unusualAmounts([{ pounds: offer, with: usualOffer }]).length > 0,
  },
  check: ({ offer, confirmsAmount: isConfirmed }, { obstacles: [first], usualOffer }) => ({
    ...(first && { form: first.text }),
    ...refuseUnconfirmed(isConfirmed, [{ pounds: offer, with: usualOffer }]),
  }),
  beside: ({ offer }, { supply }) => ({ offer: perUnitSupplied(offer, supply) }),
  to: 'Offered',
  effect: ({ subject, values, now }) => [
    update('project', subject, { offer: values.offer, offeredAt: now, toConfirmSince: null }),
  ],
})
