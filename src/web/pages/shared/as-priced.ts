import type { Quantity } from '#contract/balance'
import type { RequirementRow } from '#contract/requirement'
import type { PricedUnits } from '../../parts/price-per-unit.tsx'
import { mostUnits } from '../../parts/schedule.tsx'

/** What an offer is for: the most units that the project supplies at one time. */
export const supplied = ({ credits }: { credits: readonly Quantity[] }): PricedUnits[] =>
  credits.map(({ creditType, unitsPerPeriod }) => ({ creditType, units: mostUnits(unitsPerPeriod) }))

/** What a bid is for: the units needed at the redemption date, ongoing and additional ones. */
export const needed = ({
  creditType,
  units,
  additionalUnits,
}: Pick<RequirementRow, 'creditType' | 'units' | 'additionalUnits'>): PricedUnits[] =>
  creditType === null ? [] : [{ creditType, units: (units ?? 0) + (additionalUnits ?? 0) }]
