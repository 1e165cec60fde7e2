import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isDay, englishDayOf, type Day } from '@credit-market/values/dates'
import { currentTime } from '../../api/clock.ts'
import type { DateSelection } from '../../charts/day-chooser.tsx'

const PARAM = 'on'
/** Milliseconds without movement before the slider's date is written to the address and queries follow. */
const REST = 200

/** Today's date in the market's time zone. */
const todayOfMarket = (): Day => englishDayOf(currentTime())

/** Date of the figures: from the address (`?on=`), otherwise today. */
export const useFiguresDate = (): Day => {
  const asked = useSearchParams()[0].get(PARAM)
  return asked !== null && isDay(asked) ? asked : todayOfMarket()
}

/** Returns true if the address names a date for the figures. */
export const useIsDateChosen = (): boolean => useSearchParams()[0].has(PARAM)

/** Date of a page's figures, and a setter: from the address, otherwise the given date or today. */
export const useChosenDate = (first?: Day): DateSelection => {
  const [search, setSearch] = useSearchParams()
  const [moved, setMoved] = useState<Day | null>(null)
  const kept = useFiguresDate()
  const today = todayOfMarket()
  const unasked = first ?? today
  const current = search.has(PARAM) ? kept : unasked
  // Until the address has followed, the date is the new one, and never the previous one for a moment.
  if (moved === current) setMoved(null)

  useEffect(() => {
    if (moved === null) return
    const timer = setTimeout(
      () =>
        setSearch(
          before => {
            const after = new URLSearchParams(before)
            // A page of a list belongs to the date for which it was calculated.
            after.delete('cursor')
            if (moved === unasked) after.delete(PARAM)
            else after.set(PARAM, moved)
            return after
          },
          { replace: true, preventScrollReset: true },
        ),
      REST,
    )
    return () => clearTimeout(timer)
  }, [moved, unasked, setSearch])

  return { on: moved ?? current, today, choose: setMoved }
}
