import { UNIT_NAMES } from '#domain/credit-type'
import { marketDayOf } from '#domain/dates'
import { dayText } from '../../parts/day-text.ts'
import { isForEver, type WirePeriods } from '../../parts/schedule.tsx'
import { useIsDayChosen, useOn } from './use-day.ts'

/**
 * What the units of a table are, said once below it, and for which day: of units that are known (`schedules`) only where
 * another day has others, or somebody chose the day.
 */
export const UnitsNote = ({ schedules }: { schedules?: readonly WirePeriods[] }) => {
  const on = useOn()
  const isChosen = useIsDayChosen()
  const isOfDay =
    schedules === undefined ||
    schedules.some(periods => periods.length > 0 && (isChosen || !isForEver(periods, on)))
  return (
    <p className="quiet small">
      {isOfDay && `${dayText({ on, today: marketDayOf(new Date().toISOString()) })}. `}
      Units are {UNIT_NAMES.Biodiversity}; of nitrogen and phosphorous,{' '}
      {UNIT_NAMES.NutrientMitigationNitrogen} and {UNIT_NAMES.NutrientMitigationPhosphorous}.
    </p>
  )
}
