import type { RequirementRow } from '#contract/requirement'
import type { PricedUnits } from '../../parts/price-per-unit.tsx'

/** The units that a requirement needs at its redemption date: ongoing and additional ones. */
export const needed = ({
  creditType,
  units,
  additionalUnits,
}: Pick<RequirementRow, 'creditType' | 'units' | 'additionalUnits'>): PricedUnits[] =>
  creditType === null ? [] : [{ creditType, units: (units ?? 0) + (additionalUnits ?? 0) }]
