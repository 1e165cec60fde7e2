import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { NextThing } from '#contract/resource'
import { dayOf, marketDayOf } from '#domain/dates'
import { usualText } from '#domain/step-clock'
import { DayText } from './amounts.tsx'
import { whatBars } from './what-bars.ts'

/** Can it be done at once? Where it is about several things, each of them has its own form where they are listed. */
const isForm = ({ action, missing, count, on }: NextThing): boolean =>
  action !== null && missing === undefined && count === undefined && on.id !== null

const addressOf = (thing: NextThing): string => {
  const { link, action } = thing
  return isForm(thing) ? `${link}${link.includes('?') ? '&' : '?'}action=${action}` : link
}

/** What to do next, each a link to where it is done. */
export const NextThings = ({ things, none }: { things: readonly NextThing[]; none?: string }) => {
  const today = marketDayOf(new Date().toISOString())
  if (things.length === 0) return none ? <p className="quiet">{none}</p> : null
  return (
    <ul className="next-things">
      {things.map(thing => (
        <li key={thing.text + thing.link}>
          <Link
            className="next-thing"
            to={addressOf(thing)}
            data-action={isForm(thing) ? (thing.action ?? undefined) : undefined}
          >
            <span className="next-thing-text">
              <b>{thing.text}</b>
              {(whatBars(thing) ?? thing.detail) && (
                <span className="quiet">{whatBars(thing) ?? thing.detail}</span>
              )}
              {thing.since && (
                <span className="quiet">
                  Since <DayText day={dayOf(thing.since)} />
                  {thing.usualDays !== undefined && `; ${usualText(thing.usualDays)}`}
                </span>
              )}
              {thing.by && !thing.missing && (
                <span className="quiet">
                  {thing.by < today ? 'Was due on' : 'By'} <DayText day={thing.by} />
                </span>
              )}
            </span>
            <ChevronRight aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
