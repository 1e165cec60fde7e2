import { useEffect, useId, useRef, type ReactNode } from 'react'
import { ErrorSummary } from '../action/error-summary.tsx'
import { ErrorsNote } from '../action/errors-note.tsx'
import { focusFirstProblem, focusFirstQuestion } from '../action/focus.ts'
import { Questions } from '../action/questions.tsx'
import { Notice } from '../parts/notice.tsx'
import type { OpenAccountForm } from './use-account-form.ts'

/**
 * A form about an account, with what went wrong above it and its buttons below. `waits` keeps the button from being
 * pressed while there are errors.
 */
export const AccountForm = ({
  form,
  label,
  button,
  busy,
  waits = true,
  takesFocus = false,
  username,
  onCancel,
  beside,
  children,
}: {
  form: OpenAccountForm
  label: string
  button: string
  busy: string
  waits?: boolean
  takesFocus?: boolean
  /** Whose password it is, so that password managers know. */
  username?: string | null
  onCancel?: () => void
  beside?: ReactNode
  children?: ReactNode
}) => {
  const hint = useId()
  const frame = useRef<HTMLFormElement>(null)
  const isBlocked = waits && form.hasErrors
  const areErrorsTold = isBlocked && form.isTouched
  useEffect(() => {
    if (!takesFocus) return
    // The shell puts readers at the beginning of a new page first.
    let stop = () => {}
    const turn = requestAnimationFrame(() => {
      if (frame.current) stop = focusFirstQuestion(frame.current)
    })
    return () => {
      cancelAnimationFrame(turn)
      stop()
    }
  }, [takesFocus])
  const save = async () => {
    if (isBlocked) return form.showErrors()
    const wrong = await form.submit()
    if (frame.current && wrong.length > 0) focusFirstProblem(frame.current, wrong)
  }
  return (
    <form
      className="form"
      noValidate
      aria-label={label}
      ref={frame}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      {form.failure && (
        <Notice tone="bad" role="alert">
          <p>{form.failure.message}</p>
        </Notice>
      )}
      {isBlocked && <ErrorSummary form={form} />}
      {username && <input type="text" hidden readOnly autoComplete="username" value={username} />}
      {children ?? <Questions form={form} names={Object.keys(form.fields)} />}
      <div className="form-foot">
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
          aria-disabled={isBlocked || form.isBusy}
          aria-describedby={areErrorsTold ? hint : undefined}
        >
          {form.isBusy ? busy : button}
        </button>
        {onCancel && (
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
        )}
        {beside}
      </div>
    </form>
  )
}
