import type { Day } from '#domain/dates'
import { Quantity } from '../../parts/amounts.tsx'
import { mostUnits, ScheduleNote, unitsAt, type WirePeriods } from '../../parts/schedule.tsx'
import { useIsDayChosen, useOn } from './use-day.ts'

/**
 * Units of a day, and under them in words what becomes of them where they do not last. Where there are none today and nobody chose
 * the day, the most that there are at one time: the words below say when. On a chosen day a column adds up to what is said above it.
 */
export const UnitsOn = ({
  periods,
  on,
  of,
  isChosen = true,
}: {
  periods: WirePeriods
  on: Day
  of?: string
  isChosen?: boolean
}) => (
  <>
    <Quantity units={unitsAt(periods, on) || (isChosen ? 0 : mostUnits(periods))} of={of} />
    <ScheduleNote periods={periods} on={on} />
  </>
)

/** Units of the day that the page is for. */
export const UnitsOnDay = ({ periods, of }: { periods: WirePeriods; of?: string }) => (
  <UnitsOn periods={periods} on={useOn()} of={of} isChosen={useIsDayChosen()} />
)
