import type { Quantity } from '#contract/kit/balance'
import type { RequirementRow } from '#contract/requirement/requirement'
import type { PricedUnits } from '../../parts/values/price-per-unit.tsx'
import { maxUnits } from '../../parts/values/schedule.tsx'

/** Units that an offer pays for: the most that the project supplies at any one time. */
export const unitsPricedByOffer = ({ credits }: { credits: readonly Quantity[] }): PricedUnits[] =>
  credits.map(({ creditType, unitsPerPeriod }) => ({ creditType, units: maxUnits(unitsPerPeriod) }))

/** Units that a bid pays for: those needed at the redemption date, ongoing and additional. */
export const unitsPricedByBid = ({
  creditType,
  units,
  additionalUnits,
}: Pick<RequirementRow, 'creditType' | 'units' | 'additionalUnits'>): PricedUnits[] =>
  creditType === null ? [] : [{ creditType, units: (units ?? 0) + (additionalUnits ?? 0) }]
