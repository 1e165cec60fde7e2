import type { Day } from '@credit-market/values/dates'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import type { BalanceSheet } from '#contract/kit/balance'
import { BalanceBand, type HoldingSelection } from './band.tsx'
import { listChangeDates, findPeriodOnDate } from './band-layout.ts'
import { type DateSelection, DayChooser } from './day-chooser.tsx'
import { formatUnits } from './figures.ts'

/** Balance sheet: one slider over the dates on which anything changes, and a band for each credit type. */
export const BalanceBands = ({
  sheet,
  day,
  stops = listChangeDates(sheet.types.map(({ periods }) => periods)),
  sum,
  holding,
}: {
  sheet: Pick<BalanceSheet, 'types'>
  day: DateSelection
  /** Dates of the slider; by default those on which anything changes here. */
  stops?: readonly Day[]
  sum?: string
  holding?: HoldingSelection
}) => (
  <div className="bands">
    <DayChooser
      day={day}
      stops={stops}
      label="Date of the figures"
      says={sheet.types
        .map(
          ({ creditType, periods }) =>
            `${CREDIT_TYPE_LABELS[creditType]} ${formatUnits(findPeriodOnDate(periods, day.on)?.total ?? 0)}`,
        )
        .join(', ')}
    />
    {sheet.types.map(type => (
      <BalanceBand
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
