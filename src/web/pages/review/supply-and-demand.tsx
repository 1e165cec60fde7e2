import { CREDIT_TYPE_LABELS, nameWithUnits } from '#domain/credit-type'
import type { Day } from '#domain/dates'
import type { Totals } from '#contract/match'
import { periodOn } from '../../charts/band-layout.ts'
import { type ChosenDay, DayChooser } from '../../charts/day-chooser.tsx'
import { SupplyDemandChart } from '../../charts/supply-demand-chart.tsx'

const onDay = ({ creditType, periods }: Totals, day: Day) => ({
  creditType,
  ...(periodOn(periods, day) ?? { supplied: 0, demanded: 0, sold: 0, reserved: 0 }),
})

/** Supply and demand of every credit type on the chosen day, each on its own scale, since their units differ. */
export const SupplyAndDemand = ({
  totals,
  day,
  stops,
}: {
  totals: readonly Totals[]
  day: ChosenDay
  stops: readonly Day[]
}) => (
  <div className="stack">
    <DayChooser day={day} stops={stops} label="Day of supply and demand" />
    <div className="supply-grid">
      {totals.map(total => (
        <div key={total.creditType}>
          <h3>{nameWithUnits(total.creditType)}</h3>
          <SupplyDemandChart totals={onDay(total, day.on)} label={CREDIT_TYPE_LABELS[total.creditType]} />
        </div>
      ))}
    </div>
  </div>
)
