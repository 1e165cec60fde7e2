import type { Day } from '@credit-market/values/dates'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import type { BalanceSheet } from '#contract/kit/balance'
import { BalanceBand, type CoarsePeriods, type HoldingSelection } from './band.tsx'
import { findLineOnDate, listChangeDates } from './band-layout.ts'
import { type DateSelection, DayChooser } from './day-chooser.tsx'
import { formatUnits } from './figures.ts'

/** Balance sheet: one slider over the dates on which anything changes, and a band for each credit type. */
export const BalanceBands = ({
  sheet,
  day,
  stops = listChangeDates(sheet.types.map(({ periods }) => periods)),
  sum,
  holding,
  coarse,
}: {
  sheet: Pick<BalanceSheet, 'types'>
  day: DateSelection
  /** Dates of the slider; by default those on which anything changes here. */
  stops?: readonly Day[]
  sum?: string
  holding?: HoldingSelection
  coarse?: CoarsePeriods
}) => (
  <div className="bands">
    <DayChooser
      day={day}
      stops={stops}
      label="Date of the figures"
      says={sheet.types
        .flatMap(type => {
          const line = findLineOnDate(type, day.on, coarse?.on)
          return line ? [`${CREDIT_TYPE_LABELS[type.creditType]} ${formatUnits(line.total)}`] : []
        })
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
        coarse={coarse}
      />
    ))}
  </div>
)
