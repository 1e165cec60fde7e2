/** Why a form cannot be saved yet, and the link that shows what is wrong in it. */
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
      {showsAll ? 'Hide errors' : `Show ${count === 1 ? 'the error' : `${count} errors`}`}
    </button>
  </div>
)
