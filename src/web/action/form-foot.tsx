import { useId } from 'react'
import type { ActionLink } from '#contract/form'
import { ErrorsNote } from './errors-note.tsx'
import type { OpenForm } from './use-action.ts'

const labelOf = ({ stage, sending, asksFirst, preview, form }: OpenForm): string => {
  if (sending !== null) return 'Sending'
  if (asksFirst) return stage === 'submitting' ? 'Checking' : 'Check first'
  if (stage === 'asking') return preview ? form.actionLabel : 'Save'
  return stage === 'submitting' ? 'Saving' : 'Saved'
}

/** The end of a form: what stands in the way of saving, and the buttons. */
export const FormFoot = ({
  form,
  onCancel,
  onPrevious,
}: {
  form: OpenForm
  onCancel: () => void
  onPrevious: (to: ActionLink) => void
}) => {
  const hint = useId()
  const { previous, cannotCancel } = form.form
  const isBusy = form.stage !== 'asking'
  return (
    <div className="panel-foot">
      {form.hasErrors && (
        <ErrorsNote
          id={hint}
          count={Object.keys(form.messages).length}
          showsAll={form.showsAll}
          onToggle={() => form.setShowsAll(!form.showsAll)}
        />
      )}
      <button
        type="submit"
        className="button button-primary"
        aria-disabled={form.hasErrors || isBusy}
        aria-describedby={form.hasErrors ? hint : undefined}
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
