import { poundsOf } from '@credit-market/values/money'
import { pricePerSuppliedUnit, readCertifiedSupply } from '../common/supplied.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { withHint, money } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Sets the costs that the market operator adds to the supplier's offer: four totals over the project's life, in pounds. */
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
  given: async (read, project) => ({ supply: await readCertifiedSupply(read, project) }),
  fields: {
    maintenance: withHint(
      money('Maintenance'),
      'The cost of maintaining the habitats until the project ends.',
    ),
    marketOperator: withHint(money('Market operator'), 'The cost of running the market for this project.'),
    complianceMonitoring: withHint(
      money('Compliance monitoring'),
      'The cost of visits to check that the project is carried out as agreed.',
    ),
    performanceMonitoring: withHint(
      money('Performance monitoring'),
      'The cost of visits to check that the habitats develop as expected.',
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
    maintenance: pricePerSuppliedUnit(maintenance, supply),
    marketOperator: pricePerSuppliedUnit(marketOperator, supply),
    complianceMonitoring: pricePerSuppliedUnit(complianceMonitoring, supply),
    performanceMonitoring: pricePerSuppliedUnit(performanceMonitoring, supply),
  }),
  effect: ({ subject, values }) => [update('project', subject, { costs: values })],
  done: 'The costs have been saved',
})
