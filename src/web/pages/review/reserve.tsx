import { nameWithUnits } from '#domain/credit-type'
import type { Day } from '#domain/dates'
import type { MatchReview } from '#contract/match'
import { type ChosenDay, DayChooser } from '../../charts/day-chooser.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { UnitsOn } from '../shared/units-on-day.tsx'
import { reserveText } from '../round/reserve-text.ts'

/** What is kept back with the matched units, by credit type. */
export const ReserveKept = ({
  reserve,
  day,
  stops,
}: {
  reserve: NonNullable<MatchReview['reserve']>
  day: ChosenDay
  stops: readonly Day[]
}) => (
  <div className="stack">
    <DayChooser day={day} stops={stops} label="Day of the reserve" />
    <p>{reserveText(reserve.percentage, reserve.appliesTo)}</p>
    <KeyValues
      facts={reserve.byCreditType.map(({ creditType, unitsPerPeriod }) => [
        nameWithUnits(creditType),
        <UnitsOn key={creditType} periods={unitsPerPeriod} on={day.on} />,
      ])}
    />
  </div>
)
