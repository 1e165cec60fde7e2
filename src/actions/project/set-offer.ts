import { isOperator } from '#domain/people/actor'
import { readRoundOfItem } from '../fields/areas.ts'
import { toParticipationObstacle } from '../common/obstacle.ts'
import { readParticipation } from '../common/registration.ts'
import { peakUnitsByType, pricePerSuppliedUnit, readCertifiedSupply } from '../common/supplied.ts'
import {
  compareWithPublishedPrices,
  confirmAmountField,
  compareWithLastAmount,
  checkUnusualAmountsConfirmed,
  unusualAmountWarnings,
} from '../fields/unusual.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { declarations, withHint, money } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'

/** Sets the least that a supplier accepts for the whole project. Binding and sealed; the last value counts. */
export const setOffer = action({
  name: 'SetOffer',
  on: 'project',
  title: 'Set offer',
  binds: {
    verb: 'Make this offer',
    undone:
      'Your offer is binding. You can change or withdraw it until bids and offers close. Your last amount counts.',
  },
  who: [operator, owner, agent('MakeOffersOrBids')],
  approval: 'owner',
  from: ['ApprovedRound', 'Offered'],
  during: ['OpenForBidsAndOffers'],
  when: ({ costs }) => costs !== null || 'The market operator has not set the costs of this project yet',
  given: async (read, project, actor) => {
    const [supplier, supply, round] = await Promise.all([
      readParticipation(read, project.supplierId, project.roundId, 'Supplier'),
      readCertifiedSupply(read, project),
      readRoundOfItem(read, project),
    ])
    // Offers are sealed from the operator, who may enter one: a question about the amount would reveal the last one.
    const last = isOperator(actor)
      ? null
      : compareWithLastAmount(project.offer, 'your last offer for this project')
    return {
      obstacles:
        supplier?.status === 'Registered'
          ? []
          : [
              toParticipationObstacle(
                supplier,
                project,
                'The supplier is not registered in this market round',
              ),
            ],
      supply,
      usualOffer: last ?? (await compareWithPublishedPrices(read, round, peakUnitsByType(supply))),
    }
  },
  fields: {
    offer: withHint(
      money('Offer'),
      'The least that you will accept for the whole project. The costs are added to it. Your offer is sealed, and you can change it until bids and offers close. Your last amount counts.',
    ),
    confirmsAmount: confirmAmountField,
    declarations: declarations('MarketRoundProject_Offer'),
  },
  // Offers are sealed: the operator may enter one on a supplier's behalf but not read the existing one.
  initial: (_project, { actorIsOperator }) => (actorIsOperator ? { offer: null } : null),
  show: {
    confirmsAmount: ({ offer }, { usualOffer }) =>
      unusualAmountWarnings([{ pounds: offer, with: usualOffer }]).length > 0,
  },
  check: ({ offer, confirmsAmount: isConfirmed }, { obstacles: [first], usualOffer }) => ({
    ...(first && { form: first.text }),
    ...checkUnusualAmountsConfirmed(isConfirmed, [{ pounds: offer, with: usualOffer }]),
  }),
  beside: ({ offer }, { supply }) => ({ offer: pricePerSuppliedUnit(offer, supply) }),
  to: 'Offered',
  effect: ({ subject, values, now }) => [
    update('project', subject, { offer: values.offer, offeredAt: now, toConfirmSince: null }),
  ],
  done: 'Your offer is sealed',
})
