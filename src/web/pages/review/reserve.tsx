import { creditTypeWithUnit } from '#domain/values/credit-type'
import type { Day } from '@credit-market/values/dates'
import type { MatchReview } from '#contract/round/match'
import { type DateSelection, DayChooser } from '../../charts/day-chooser.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { UnitsOnDate } from '../shared/units-on-day.tsx'
import { reserveText } from '../shared/reserve-text.ts'

/** Units reserved with the matched ones, by credit type. */
export const ReserveSection = ({
  reserve,
  day,
  stops,
}: {
  reserve: NonNullable<MatchReview['reserve']>
  day: DateSelection
  stops: readonly Day[]
}) => (
  <div className="stack">
    <DayChooser day={day} stops={stops} label="Date of the reserve" />
    <p>{reserveText(reserve.percentage, reserve.appliesTo)}</p>
    <KeyValues
      facts={reserve.byCreditType.map(({ creditType, unitsPerPeriod }) => [
        creditTypeWithUnit(creditType),
        <UnitsOnDate key={creditType} periods={unitsPerPeriod} on={day.on} />,
      ])}
    />
  </div>
)
