import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { maxUnitsAtOnce } from '#domain/steps/schedule'
import { unitsToNumber, toUnits } from '@credit-market/values/units'
import type { ReviewFlow } from '#contract/round/match'
import type { PricedUnits } from '../../parts/values/price-per-unit.tsx'

const inUnits = (flows: readonly ReviewFlow[]) => flows.map(flow => ({ ...flow, units: toUnits(flow.units) }))

/** Units sold by a project: the most at any one time, by credit type. */
export const unitsSold = (flows: readonly ReviewFlow[], projectId: string): PricedUnits[] =>
  CREDIT_TYPES.map(creditType => ({
    creditType,
    units: unitsToNumber(
      maxUnitsAtOnce(
        inUnits(flows.filter(flow => flow.project.id === projectId && flow.creditType === creditType)),
      ),
    ),
  }))

/**
 * Units won by a requirement at its redemption date, the first day of its flows; ongoing and additional units
 * added.
 */
export const unitsWon = (flows: readonly ReviewFlow[], requirementId: string): PricedUnits[] => {
  const own = flows.filter(flow => flow.requirement.id === requirementId)
  const first = own.map(({ start }) => start).toSorted()[0]
  return own.filter(({ start }) => start === first)
}
