import type { Quantity as QuantityOf } from '#contract/kit/balance'
import type { Day } from '@credit-market/values/dates'
import { Quantity } from '../../parts/values/amounts.tsx'
import { CellLines } from '../../parts/cell-lines.tsx'
import {
  isFigurePermanent,
  maxUnits,
  ScheduleNote,
  describeSchedule,
  unitsAt,
  type UnitsByPeriod,
} from '../../parts/values/schedule.tsx'
import { SHORT_CREDIT_TYPE_LABELS } from './credit-words.ts'
import { useIsDateChosen, useFiguresDate } from './use-day.ts'

interface UnitsOnProps {
  periods: UnitsByPeriod
  on: Day
  of?: string
  isChosen?: boolean
}

/**
 * Units on a date. If there are none today and the reader chose no date, the most at any one time, which the
 * words below explain. On a chosen date, a column adds up to the total above it.
 */
const UnitsAt = ({ periods, on, of, isChosen = true }: UnitsOnProps) => (
  <Quantity units={unitsAt(periods, on) || (isChosen ? 0 : maxUnits(periods))} of={of} />
)

/** Units on a date, with later changes in words below. */
export const UnitsOnDate = (props: UnitsOnProps) => (
  <>
    <UnitsAt {...props} />
    <ScheduleNote periods={props.periods} on={props.on} />
  </>
)

/** Units on the page's date. */
export const UnitsOnPageDate = ({ periods, of }: { periods: UnitsByPeriod; of?: string }) => (
  <UnitsOnDate periods={periods} on={useFiguresDate()} of={of} isChosen={useIsDateChosen()} />
)

/** Units on a date of several credit types, a line each; if there are several, later changes unfold. */
export const CreditsOnDate = ({
  credits,
  on,
  isChosen,
}: {
  credits: readonly QuantityOf[]
  on: Day
  isChosen: boolean
}) => {
  const [only, ...others] = credits
  if (only && others.length === 0)
    return (
      <UnitsOnDate
        periods={only.unitsPerPeriod}
        of={SHORT_CREDIT_TYPE_LABELS[only.creditType]}
        on={on}
        isChosen={isChosen}
      />
    )
  const notes = credits
    .filter(({ unitsPerPeriod: periods }) => periods.length > 0 && !isFigurePermanent(periods, on))
    .map(({ creditType, unitsPerPeriod }) => (
      <div key={`${creditType} when`} className="quiet small">
        {SHORT_CREDIT_TYPE_LABELS[creditType]}: {describeSchedule(unitsPerPeriod, on)}
      </div>
    ))
  return (
    <CellLines
      lines={[
        ...credits.map(({ creditType, unitsPerPeriod }) => (
          <div key={creditType}>
            <UnitsAt
              periods={unitsPerPeriod}
              of={SHORT_CREDIT_TYPE_LABELS[creditType]}
              on={on}
              isChosen={isChosen}
            />
          </div>
        )),
        ...notes,
      ]}
      atFirst={credits.length}
      more={() => 'When'}
    />
  )
}

/** Units on the page's date of several credit types. */
export const CreditsOnPageDate = ({ credits }: { credits: readonly QuantityOf[] }) => (
  <CreditsOnDate credits={credits} on={useFiguresDate()} isChosen={useIsDateChosen()} />
)
