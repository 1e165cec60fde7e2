import { useEffect, useRef } from 'react'
import type { OpenForm } from './use-action.ts'

const LOST = 'What you have entered has not been saved.'
const KEPT =
  'What you have entered is kept as a draft, for you alone: it is here when you open this form again.'

/** What is asked before a form is left of which something would be lost: all that is not kept, or the files that are no part of a draft. */
export const DiscardGuard = ({
  unsent,
  onLeave,
  onDiscard,
  onKeep,
}: {
  unsent: OpenForm['unsent']
  onLeave: () => void
  onDiscard: () => void
  onKeep: () => void
}) => {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const isKept = unsent?.isSafe === true
  const picked = unsent?.picked ?? []
  return (
    <div
      className={isKept ? 'panel-foot panel-guard panel-guard-kept' : 'panel-foot panel-guard'}
      role="alertdialog"
      aria-label={isKept ? 'A draft is kept' : 'Unsaved changes'}
      aria-describedby="unsaved-changes"
    >
      <p id="unsaved-changes">
        {isKept ? KEPT : LOST}
        {isKept && ` Only ${picked.join(', ')} will have to be chosen again.`}
      </p>
      {isKept && (
        <button type="button" className="button button-primary" ref={first} onClick={onLeave}>
          Close and keep the draft
        </button>
      )}
      <button
        type="button"
        className={isKept ? 'button' : 'button button-primary'}
        ref={isKept ? undefined : first}
        onClick={onKeep}
      >
        Keep editing
      </button>
      <button type="button" className="button" onClick={onDiscard}>
        {isKept ? 'Discard the draft' : 'Discard'}
      </button>
    </div>
  )
}
