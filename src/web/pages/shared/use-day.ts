import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isDay, marketDayOf, type Day } from '#domain/dates'
import type { ChosenDay } from '../../charts/day-chooser.tsx'

const PARAM = 'on'
/** Milliseconds of rest before a day that is being moved stands in the address, and what is asked of the server follows. */
const REST = 200

/** Today on the calendars of the market. */
const todayOfMarket = (): Day => marketDayOf(new Date().toISOString())

/** The day that the address asks figures for (`?on=`), else today. */
export const useOn = (): Day => {
  const asked = useSearchParams()[0].get(PARAM)
  return asked !== null && isDay(asked) ? asked : todayOfMarket()
}

/** True where the address asks figures for a day. */
export const useIsDayChosen = (): boolean => useSearchParams()[0].has(PARAM)

/** The day that the figures of a page are for, and how to choose another: as the address asks, else today or the day given. */
export const useDay = (first?: Day): ChosenDay => {
  const [search, setSearch] = useSearchParams()
  const [moved, setMoved] = useState<Day | null>(null)
  const kept = useOn()
  const today = todayOfMarket()
  const unasked = first ?? today
  const current = search.has(PARAM) ? kept : unasked
  // Until the address has followed, the day is the one that was moved to: never for a moment the one before.
  if (moved === current) setMoved(null)

  useEffect(() => {
    if (moved === null) return
    const timer = setTimeout(
      () =>
        setSearch(
          before => {
            const after = new URLSearchParams(before)
            // A page of a list belongs to the day for which it was counted.
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
