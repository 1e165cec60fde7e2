import type { Day } from '#domain/dates'
import { Quantity } from '../../parts/amounts.tsx'
import { mostUnits, ScheduleNote, unitsAt, type WirePeriods } from '../../parts/schedule.tsx'
import { useOn } from './use-day.ts'

/**
 * Units of a day, and under them in words what becomes of them where they do not last. Where there are none on the day, the
 * most that there are at one time: the words below say when.
 */
export const UnitsOn = ({ periods, on, of }: { periods: WirePeriods; on: Day; of?: string }) => (
  <>
    <Quantity units={unitsAt(periods, on) || mostUnits(periods)} of={of} />
    <ScheduleNote periods={periods} on={on} />
  </>
)

/** Units of the day that the page is for. */
export const UnitsOnDay = ({ periods, of }: { periods: WirePeriods; of?: string }) => (
  <UnitsOn periods={periods} on={useOn()} of={of} />
)
