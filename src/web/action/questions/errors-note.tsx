import { showErrorsText } from './messages.ts'

/** Says why a form cannot be saved yet, with a link to its errors. */
export const ErrorsNote = ({
  id,
  count,
  showsAll,
  onToggle,
}: {
  id: string
  count: number
  showsAll: boolean
  onToggle: () => void
}) => (
  <div className="panel-foot-note">
    <span id={id}>Correct the errors before you can save</span>
    <button type="button" className="link-button" aria-expanded={showsAll} onClick={onToggle}>
      {showsAll ? 'Hide errors' : showErrorsText(count)}
    </button>
  </div>
)
