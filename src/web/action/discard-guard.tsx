import { useEffect, useRef } from 'react'
import { ANSWERS_NOT_SAVED_TEXT, closeWithDraftText } from './messages.ts'
import type { OpenActionForm } from './questions/use-action.ts'

/**
 * Asks for confirmation before a form is closed that would lose something: unsaved answers, or files, which
 * no draft contains.
 */
export const DiscardGuard = ({
  unsent,
  onLeave,
  onDiscard,
  onKeep,
}: {
  unsent: OpenActionForm['unsent']
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
      className={isKept ? 'panel-foot panel-guard panel-guard-calm' : 'panel-foot panel-guard'}
      role="alertdialog"
      aria-label={isKept ? 'Draft saved' : 'Unsaved changes'}
      aria-describedby="unsaved-changes"
    >
      <p id="unsaved-changes">{isKept ? closeWithDraftText(picked) : ANSWERS_NOT_SAVED_TEXT}</p>
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
