import type { OpenActionForm } from './questions/use-action.ts'

/**
 * Announces the progress of a preview to screen readers, and shows everyone its failure with a button to try
 * again.
 */
export const PreviewProgress = ({
  form,
  asking,
  done,
  failing,
}: {
  form: OpenActionForm
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
