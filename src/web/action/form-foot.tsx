import { useId } from 'react'
import type { ActionLink } from '#contract/kit/form'
import { DraftStatus } from './draft-notes.tsx'
import { OBSTACLE_ABOVE_TEXT, TICK_TO_CONTINUE_TEXT } from './messages.ts'
import { ErrorsNote } from './questions/errors-note.tsx'
import type { OpenActionForm } from './questions/use-action.ts'

const labelOf = ({
  action,
  stage,
  sending,
  isFileFirst,
  rehearsed,
  form: { binds, approval },
}: OpenActionForm): string => {
  if (sending !== null) return 'Sending'
  if (isFileFirst && stage === 'submitting') return 'Checking'
  if (isFileFirst) return 'Continue'
  if (rehearsed.isAwaited) return 'One moment'
  if (approval) {
    const verb = binds?.verb ?? action.verb ?? action.label ?? action.title
    return stage === 'asking' ? `Propose: ${verb}` : 'One moment'
  }
  if (stage === 'asking') return binds?.verb ?? action.verb ?? 'Save'
  if (binds || action.verb) return stage === 'submitting' ? 'One moment' : 'Done'
  return stage === 'submitting' ? 'Saving' : 'Saved'
}

/** Says what to do before a confirmation can be submitted; for other forms the errors say so. */
const whatBars = ({ form: { binds }, isConfirmation, messages }: OpenActionForm): string | null => {
  if (!binds || !isConfirmation) return null
  return messages.form ? OBSTACLE_ABOVE_TEXT : TICK_TO_CONTINUE_TEXT
}

/** End of a form: what prevents submission, and the buttons. */
export const FormFoot = ({
  form,
  onCancel,
  onPrevious,
  onReload,
}: {
  form: OpenActionForm
  onCancel: () => void
  onPrevious: (to: ActionLink) => void
  onReload: () => void
}) => {
  const hint = useId()
  const { previous, cannotCancel } = form.form
  const isBusy = form.stage !== 'asking'
  const isWaiting = form.asksFirst && !form.isFileFirst && form.rehearsed.failed === null
  const barred = form.hasErrors ? whatBars(form) : form.lacks
  const isBarred = form.hasErrors || form.lacks !== null
  const areErrorsTold = form.hasErrors && barred === null && (form.isTouched || form.begun.isDraft)
  return (
    <div className="panel-foot">
      {barred !== null && (
        <p className="panel-foot-note" id={hint}>
          {barred}
        </p>
      )}
      {areErrorsTold && <ErrorsNote id={hint} form={form} />}
      <button
        type="submit"
        className="button button-primary"
        aria-disabled={isBarred || isBusy || isWaiting}
        aria-describedby={barred !== null || areErrorsTold ? hint : undefined}
      >
        {labelOf(form)}
      </button>
      {form.sending === null ? (
        <button type="button" className="button" onClick={onCancel}>
          {cannotCancel ? 'Close' : 'Cancel'}
        </button>
      ) : (
        <>
          <button type="button" className="button" onClick={form.stopSending}>
            Stop sending
          </button>
          <span className="sending">
            <progress max={1} value={form.sending} aria-label="Sending files" />
            <span className="num">{Math.floor(100 * form.sending)}% sent</span>
          </span>
        </>
      )}
      <DraftStatus form={form} onReload={onReload} />
      {previous && (
        <button
          type="button"
          className="button button-quiet panel-foot-end"
          disabled={isBusy}
          onClick={() => onPrevious(previous)}
        >
          Previous
        </button>
      )}
    </div>
  )
}
