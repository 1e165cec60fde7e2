import { useLocation } from 'react-router'
import type { NextStep, AvailableAction } from '#contract/kit/resource'
import { ActionBar } from '../../parts/action-bar.tsx'
import { notPossibleText } from '../../parts/messages.ts'
import { NextSteps, obstacleText } from '../../parts/next-things.tsx'
import { countActionButtons, isActionOnThisPage, sortNextFirst } from './next-first.ts'

/** Actions of the page's subject; the next one is highlighted. */
export const NextActions = ({
  of: { actions, next },
}: {
  of: { actions: readonly AvailableAction[]; next: readonly NextStep[] }
}) => {
  const { pathname } = useLocation()
  return (
    <ActionBar
      actions={sortNextFirst(actions, next)}
      first={countActionButtons(actions, next)}
      primary={next.some(thing => isActionOnThisPage(thing, pathname))}
    />
  )
}

/**
 * Next steps that no button at the head of this page does: links to where they are done, and a line with what
 * is waited for or why the button should be pressed.
 */
export const NextStepLinks = ({ things }: { things: readonly NextStep[] }) => {
  const { pathname } = useLocation()
  const isLed = ({ link, missing }: NextStep) => link !== pathname && missing === undefined
  const told = things.filter(
    thing => !isLed(thing) && (thing.detail !== null || !isActionOnThisPage(thing, pathname)),
  )
  return (
    <>
      <NextSteps things={things.filter(isLed)} />
      {told.map(thing => {
        const obstacle = obstacleText(thing)
        return (
          <p key={thing.text} className="waiting">
            {obstacle === undefined
              ? `${thing.text}. ${thing.detail ?? ''}`
              : notPossibleText(thing.text, obstacle)}
          </p>
        )
      })}
    </>
  )
}
