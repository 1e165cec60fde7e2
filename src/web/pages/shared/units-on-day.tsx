import type { Day } from '#domain/dates'
import { Quantity } from '../../parts/amounts.tsx'
import { ScheduleNote, unitsAt, type WirePeriods } from '../../parts/schedule.tsx'
import { useOn } from './use-day.ts'

/** Units of a day, and under them in words what becomes of them where they do not last. */
export const UnitsOn = ({ periods, on, of }: { periods: WirePeriods; on: Day; of?: string }) => (
  <>
    <Quantity units={unitsAt(periods, on)} of={of} />
    <ScheduleNote periods={periods} on={on} />
  </>
)

/** Units of the day that the page is for. */
export const UnitsOnDay = ({ periods, of }: { periods: WirePeriods; of?: string }) => (
  <UnitsOn periods={periods} on={useOn()} of={of} />
)
