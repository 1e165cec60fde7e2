import { showErrorsText } from './messages.ts'
import type { FormState } from './use-form.ts'

/** Says why a form cannot be saved yet, with a link to its errors. */
export const ErrorsNote = ({
  id,
  form: { messages, isOnlyMissing, showsAll, setShowsAll, showErrors },
}: {
  id: string
  form: FormState
}) => (
  <div className="panel-foot-note">
    <span id={id}>Correct the errors before you can save</span>
    <button
      type="button"
      className="link-button"
      aria-expanded={showsAll}
      onClick={() => (showsAll ? setShowsAll(false) : showErrors())}
    >
      {showsAll ? 'Hide errors' : showErrorsText(Object.keys(messages).length, isOnlyMissing)}
    </button>
  </div>
)
