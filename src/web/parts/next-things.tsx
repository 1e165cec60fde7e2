import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { NextThing } from '#contract/resource'
import { DayText } from './amounts.tsx'
import { whatBars } from './what-bars.ts'

// What is about several things leads to where they are listed: there is no one form to open.
const addressOf = ({ link, action, missing, on }: NextThing) =>
  action && !missing && on.id !== null ? `${link}${link.includes('?') ? '&' : '?'}action=${action}` : link

/** What to do next, each a link to where it is done. */
export const NextThings = ({ things, none }: { things: readonly NextThing[]; none?: string }) =>
  things.length === 0 ? (
    none ? (
      <p className="quiet">{none}</p>
    ) : null
  ) : (
    <ul className="next-things">
      {things.map(thing => (
        <li key={thing.text + thing.link}>
          <Link
            className="next-thing"
            to={addressOf(thing)}
            data-action={thing.missing ? undefined : (thing.action ?? undefined)}
          >
            <span className="next-thing-text">
              <b>{thing.text}</b>
              {(whatBars(thing) ?? thing.detail) && (
                <span className="quiet">{whatBars(thing) ?? thing.detail}</span>
              )}
              {thing.by && !thing.missing && (
                <span className="quiet">
                  By <DayText day={thing.by} />
                </span>
              )}
            </span>
            <ChevronRight aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
