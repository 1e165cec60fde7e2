import { useLocation } from 'react-router'
import type { NextThing, AvailableAction } from '#contract/resource'
import { ActionBar } from '../../parts/action-bar.tsx'
import { NextThings } from '../../parts/next-things.tsx'
import { whatBars } from '../../parts/what-bars.ts'
import { buttonsOf, isDoneHere, nextFirst } from './next-first.ts'

/** The actions of the thing this page is about; the one to be run next stands out. */
export const NextActions = ({
  of: { actions, next },
}: {
  of: { actions: readonly AvailableAction[]; next: readonly NextThing[] }
}) => {
  const { pathname } = useLocation()
  return (
    <ActionBar
      actions={nextFirst(actions, next)}
      first={buttonsOf(actions, next)}
      primary={next.some(thing => isDoneHere(thing, pathname))}
    />
  )
}

/**
 * What to do next that no button of this page's head does: links to where it is done, and in a line what is waited for
 * or what the button should be pressed for.
 */
export const NextHere = ({ things }: { things: readonly NextThing[] }) => {
  const { pathname } = useLocation()
  const isLed = ({ link, missing }: NextThing) => link !== pathname && missing === undefined
  const told = things.filter(
    thing => !isLed(thing) && (thing.detail !== null || !isDoneHere(thing, pathname)),
  )
  return (
    <>
      <NextThings things={things.filter(isLed)} />
      {told.map(thing => (
        <p key={thing.text} className="waiting">
          {thing.missing === undefined
            ? `${thing.text}. ${thing.detail ?? ''}`
            : `${thing.text}: not possible yet. ${whatBars(thing)}.`}
        </p>
      ))}
    </>
  )
}
