import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { NextThing } from '#contract/resource'

const addressOf = ({ link, action, missing }: NextThing) =>
  action && !missing ? `${link}${link.includes('?') ? '&' : '?'}action=${action}` : link

/** What is missing, and who has to see to it where that is not the reader. */
const barOf = ({ missing, blockedBy = [] }: NextThing): string | undefined => {
  const others = [...new Set(blockedBy.map(({ whose }) => whose))].filter(whose => whose !== 'you')
  const waits = others.length > 0 && others.length === new Set(blockedBy.map(({ whose }) => whose)).size
  return missing && waits ? `${missing}. It waits for ${others.join(' and ')}` : missing
}

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
              {(barOf(thing) ?? thing.detail) && (
                <span className="quiet">{barOf(thing) ?? thing.detail}</span>
              )}
            </span>
            <ChevronRight aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
