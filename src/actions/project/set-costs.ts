import { poundsOf } from '#domain/money'
import { perUnitSupplied, suppliedBy } from '../common/supplied.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { hinted, money } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** What the market operator adds to the supplier's offer: four totals over the project's life, in pounds. */
export const setCosts = action({
  name: 'SetCosts',
  on: 'project',
  title: 'Set costs',
  description: 'Totals over the whole life of the project, in pounds.',
  who: [operator],
  approval: 'ownerIfAny',
  approvalWhen: ({ status }, _actor, round) =>
    status === 'Offered' || round?.status === 'OpenForBidsAndOffers',
  from: ['Certified', 'PendingRound', 'ApprovedRound', 'Offered'],
  during: ['Open', 'Closed', 'OpenForBidsAndOffers'],
  given: async (read, project) => ({ supply: await suppliedBy(read, project) }),
  fields: {
    maintenance: hinted(money('Maintenance'), 'What keeping up the habitats costs until the project ends.'),
    marketOperator: hinted(money('Market operator'), 'What running the market for this project costs.'),
    complianceMonitoring: hinted(
      money('Compliance monitoring'),
      'What the visits cost that check whether it is carried out as agreed.',
    ),
    performanceMonitoring: hinted(
      money('Performance monitoring'),
      'What the visits cost that check whether the habitats do as well as expected.',
    ),
  },
  initial: ({ costs }) =>
    costs && {
      maintenance: poundsOf(costs.maintenance),
      marketOperator: poundsOf(costs.marketOperator),
      complianceMonitoring: poundsOf(costs.complianceMonitoring),
      performanceMonitoring: poundsOf(costs.performanceMonitoring),
    },
  beside: ({ maintenance, marketOperator, complianceMonitoring, performanceMonitoring }, { supply }) => ({
    maintenance: perUnitSupplied(maintenance, supply),
    marketOperator: perUnitSupplied(marketOperator, supply),
    complianceMonitoring: perUnitSupplied(complianceMonitoring, supply),
    performanceMonitoring: perUnitSupplied(performanceMonitoring, supply),
  }),
  effect: ({ subject, values }) => [update('project', subject, { costs: values })],
})
