import { CREDIT_TYPE_LABELS, creditTypeWithUnit } from '#domain/values/credit-type'
import type { Day } from '@credit-market/values/dates'
import type { MatchTotals } from '#contract/round/match'
import { findPeriodOnDate } from '../../charts/band-layout.ts'
import { type DateSelection, DayChooser } from '../../charts/day-chooser.tsx'
import { SupplyDemandChart } from '../../charts/supply-demand-chart.tsx'

const onDay = ({ creditType, periods }: MatchTotals, day: Day) => ({
  creditType,
  ...(findPeriodOnDate(periods, day) ?? { supplied: 0, demanded: 0, sold: 0, reserved: 0 }),
})

/**
 * Supply and demand of every credit type on the chosen date, each on its own scale because the units differ.
 */
export const SupplyAndDemand = ({
  totals,
  day,
  stops,
}: {
  totals: readonly MatchTotals[]
  day: DateSelection
  stops: readonly Day[]
}) => (
  <div className="stack">
    <DayChooser day={day} stops={stops} label="Date of supply and demand" />
    <div className="supply-grid">
      {totals.map(total => (
        <div key={total.creditType}>
          <h3>{creditTypeWithUnit(total.creditType)}</h3>
          <SupplyDemandChart totals={onDay(total, day.on)} label={CREDIT_TYPE_LABELS[total.creditType]} />
        </div>
      ))}
    </div>
  </div>
)
