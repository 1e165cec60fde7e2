import { useId } from 'react'
import type { ActionLink } from '#domain/wire/form'
import type { OpenForm } from './use-action.ts'

const labelOf = ({ stage, asksFirst, preview, form }: OpenForm): string => {
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
  const count = Object.keys(form.messages).length
  const isBusy = form.stage !== 'asking'
  return (
    <div className="panel-foot">
      {form.hasErrors && (
        <div className="panel-foot-note">
          <span id={hint}>Correct the errors before you can save</span>
          <button
            type="button"
            className="link-button"
            aria-expanded={form.showsAll}
            onClick={() => form.setShowsAll(!form.showsAll)}
          >
            {form.showsAll ? 'Hide errors' : `Show ${count === 1 ? 'the error' : `${count} errors`}`}
          </button>
        </div>
      )}
      <button
        type="submit"
        className="button button-primary"
        aria-disabled={form.hasErrors || isBusy}
        aria-describedby={form.hasErrors ? hint : undefined}
      >
        {labelOf(form)}
      </button>
      <button type="button" className="button" onClick={onCancel}>
        {cannotCancel ? 'Close' : 'Cancel'}
      </button>
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
