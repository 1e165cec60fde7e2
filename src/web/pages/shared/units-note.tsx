import { UNIT_NAMES } from '#domain/values/credit-type'
import { englishDayOf } from '@credit-market/values/dates'
import { figuresDateText } from '../../parts/texts.ts'
import { isFigurePermanent, type UnitsByPeriod } from '../../parts/values/schedule.tsx'
import { useIsDateChosen, useFiguresDate } from './use-day.ts'
import { currentTime } from '../../api/clock.ts'

/**
 * Note below a table that explains its units and their date. If the units are known (`schedules`), it appears
 * only if another date has other units, or if the reader chose the date.
 */
export const UnitsNote = ({ schedules }: { schedules?: readonly UnitsByPeriod[] }) => {
  const on = useFiguresDate()
  const isChosen = useIsDateChosen()
  const isOfDay =
    schedules === undefined ||
    schedules.some(periods => periods.length > 0 && (isChosen || !isFigurePermanent(periods, on)))
  return (
    <p className="quiet small">
      {isOfDay && `${figuresDateText({ on, today: englishDayOf(currentTime()) })}. `}
      Units are {UNIT_NAMES.Biodiversity}; for nitrogen and phosphorous,{' '}
      {UNIT_NAMES.NutrientMitigationNitrogen} and {UNIT_NAMES.NutrientMitigationPhosphorous}.
    </p>
  )
}
