import { useId } from 'react'
import type { ActionLink } from '#contract/form'
import { DraftStatus } from './draft-notes.tsx'
import { ErrorsNote } from './errors-note.tsx'
import type { OpenForm } from './use-action.ts'

const labelOf = ({
  action,
  stage,
  sending,
  isFileFirst,
  rehearsed,
  form: { binds, approval },
}: OpenForm): string => {
  if (sending !== null) return 'Sending'
  if (isFileFirst && stage === 'submitting') return 'Checking'
  if (isFileFirst) return action.preview ? 'Check first' : 'Continue'
  if (rehearsed.isAwaited) return 'One moment'
  if (approval) {
    const verb = binds?.verb ?? action.label ?? action.title
    return stage === 'asking' ? `Propose: ${verb.charAt(0).toLowerCase()}${verb.slice(1)}` : 'One moment'
  }
  if (stage === 'asking') return binds?.verb ?? 'Save'
  if (binds) return stage === 'submitting' ? 'One moment' : 'Done'
  return stage === 'submitting' ? 'Saving' : 'Saved'
}

/** Where one thing is to be confirmed, what is to be done for it; of other forms the errors are told. */
const whatBars = ({ form: { binds }, isConfirmation, messages }: OpenForm): string | null => {
  if (!binds || !isConfirmation) return null
  return messages.form ? 'It cannot be done yet, for the reason above' : 'Tick the box to go on'
}

/** The end of a form: what stands in the way of saving, and the buttons. */
export const FormFoot = ({
  form,
  onCancel,
  onPrevious,
  onReload,
}: {
  form: OpenForm
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
  const areErrorsTold = form.hasErrors && barred === null && form.isTouched
  return (
    <div className="panel-foot">
      {barred !== null && (
        <p className="panel-foot-note" id={hint}>
          {barred}
        </p>
      )}
      {areErrorsTold && (
        <ErrorsNote
          id={hint}
          count={Object.keys(form.messages).length}
          showsAll={form.showsAll}
          onToggle={() => (form.showsAll ? form.setShowsAll(false) : form.showErrors())}
        />
      )}
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
