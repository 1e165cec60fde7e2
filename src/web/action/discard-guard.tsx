import { useEffect, useRef } from 'react'

/** Asks before answers that were not saved are thrown away. */
export const DiscardGuard = ({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) => {
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  return (
    <div
      className="panel-foot panel-guard"
      role="alertdialog"
      aria-label="Unsaved changes"
      aria-describedby="unsaved-changes"
    >
      <p id="unsaved-changes">What you have entered has not been saved.</p>
      <button type="button" className="button button-primary" ref={keep} onClick={onKeep}>
        Keep editing
      </button>
      <button type="button" className="button" onClick={onDiscard}>
        Discard
      </button>
    </div>
  )
}
