import { UNIT_NAMES } from '#domain/credit-type'
import { marketDayOf } from '#domain/dates'
import { dayText } from '../../parts/day-text.ts'
import { useOn } from './use-day.ts'

/** For which day the units of a table are, and what they are: said once below it. */
export const UnitsNote = () => (
  <p className="quiet small">
    {dayText({ on: useOn(), today: marketDayOf(new Date().toISOString()) })}. Units are{' '}
    {UNIT_NAMES.Biodiversity}; of nitrogen and phosphorous, {UNIT_NAMES.NutrientMitigationNitrogen} and{' '}
    {UNIT_NAMES.NutrientMitigationPhosphorous}.
  </p>
)
