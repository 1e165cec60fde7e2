import type { Day } from '#domain/dates'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import type { BalanceSheet } from '#contract/balance'
import { Band, type HoldingChoice } from './band.tsx'
import { daysIn, periodOn } from './band-layout.ts'
import { type ChosenDay, DayChooser } from './day-chooser.tsx'
import { units } from './figures.ts'

/** A balance sheet: one slider over the days on which anything changes, and a band for each credit type. */
export const Bands = ({
  sheet,
  day,
  stops = daysIn(sheet.types.map(({ periods }) => periods)),
  sum,
  holding,
}: {
  sheet: Pick<BalanceSheet, 'types'>
  day: ChosenDay
  /** The days of the slider; those on which anything changes here unless told. */
  stops?: readonly Day[]
  sum?: string
  holding?: HoldingChoice
}) => (
  <div className="bands">
    <DayChooser
      day={day}
      stops={stops}
      label="Day of the figures"
      says={sheet.types
        .map(
          ({ creditType, periods }) =>
            `${CREDIT_TYPE_LABELS[creditType]} ${units(periodOn(periods, day.on)?.total ?? 0)}`,
        )
        .join(', ')}
    />
    {sheet.types.map(type => (
      <Band
        key={type.creditType}
        sheet={type}
        span={sheet.types.flatMap(({ periods }) => periods)}
        day={day}
        sum={sum}
        holding={holding}
      />
    ))}
  </div>
)
