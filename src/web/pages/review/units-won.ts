import { CREDIT_TYPES } from '#domain/credit-type'
import { mostAtOnce } from '#domain/schedule'
import { quantityOf, unitsOf } from '#domain/units'
import type { ReviewFlow } from '#contract/match'
import type { PricedUnits } from '../../parts/price-per-unit.tsx'

const inUnits = (flows: readonly ReviewFlow[]) => flows.map(flow => ({ ...flow, units: unitsOf(flow.units) }))

/** What a project has sold: the most units at one time, by credit type. */
export const unitsSold = (flows: readonly ReviewFlow[], projectId: string): PricedUnits[] =>
  CREDIT_TYPES.map(creditType => ({
    creditType,
    units: quantityOf(
      mostAtOnce(
        inUnits(flows.filter(flow => flow.project.id === projectId && flow.creditType === creditType)),
      ),
    ),
  }))

/** What a requirement has won at its redemption date, ongoing and additional units together: the first day of its flows. */
export const unitsMet = (flows: readonly ReviewFlow[], requirementId: string): PricedUnits[] => {
  const own = flows.filter(flow => flow.requirement.id === requirementId)
  const first = own.map(({ start }) => start).toSorted()[0]
  return own.filter(({ start }) => start === first)
}
