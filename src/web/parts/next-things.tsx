import { ChevronRightIcon } from '../icons/icons.tsx'
import { Link } from 'react-router'
import type { NextStep } from '#contract/kit/resource'
import { utcDayOf, englishDayOf } from '@credit-market/values/dates'
import { usualWaitingTimeText } from '#domain/steps/step-clock'
import { obstaclesText, waitingForText } from './messages.ts'
import { DayText } from './values/amounts.tsx'
import { currentTime } from '../api/clock.ts'

/**
 * Explains what blocks a next step, what removes the obstacle, and who has to act if that is not the reader.
 */
export const obstacleText = ({ missing, blockedBy = [] }: NextStep): string | undefined => {
  if (missing === undefined) return undefined
  const whose = blockedBy.map(one => one.whose)
  const why = obstaclesText(missing, blockedBy)
  return whose.length > 0 && !whose.includes('you') ? `${why}. ${waitingForText(whose)}` : why
}

/**
 * Returns true if the step can be done immediately in one form. If it is about several resources, each has
 * its own form where they are listed.
 */
const isForm = ({ action, missing, count, on }: NextStep): boolean =>
  action !== null && missing === undefined && count === undefined && on.id !== null

const addressOf = (thing: NextStep): string => {
  const { link, action } = thing
  return isForm(thing) ? `${link}${link.includes('?') ? '&' : '?'}action=${action}` : link
}

/** Next steps, each a link to the place where it is done. */
export const NextSteps = ({ things, none }: { things: readonly NextStep[]; none?: string }) => {
  const today = englishDayOf(currentTime())
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
              {(obstacleText(thing) ?? thing.detail) && (
                <span className="quiet">{obstacleText(thing) ?? thing.detail}</span>
              )}
              {thing.since && (
                <span className="quiet">
                  Since <DayText day={utcDayOf(thing.since)} />
                  {thing.usualDays !== undefined && `; ${usualWaitingTimeText(thing.usualDays)}`}
                </span>
              )}
              {thing.by && !thing.missing && (
                <span className="quiet">
                  {thing.by < today ? 'Was due on' : 'By'} <DayText day={thing.by} />
                </span>
              )}
            </span>
            <ChevronRightIcon aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
