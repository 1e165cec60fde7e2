import type { OpenForm } from './use-action.ts'

/** Says to a screen reader how far a preview of an action is, and to everybody that it failed, with another try. */
export const PreviewProgress = ({
  form,
  asking,
  done,
  failing,
}: {
  form: OpenForm
  asking: string
  done: string
  failing: string
}) => {
  const { rehearsal, isAsked, failed, again } = form.rehearsed
  return (
    <>
      <p className="sr-only" role="status">
        {isAsked ? asking : rehearsal && done}
      </p>
      {failed !== null && (
        <div className="row" role="alert">
          <p>
            {failing}: {failed}
          </p>
          <button type="button" className="button button-small" onClick={again}>
            Try again
          </button>
        </div>
      )}
    </>
  )
}
