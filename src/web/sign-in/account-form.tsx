import { useEffect, useId, useRef, type ReactNode } from 'react'
import { ErrorSummary } from '../action/questions/error-summary.tsx'
import { ErrorsNote } from '../action/questions/errors-note.tsx'
import { focusFirstProblem, focusFirstQuestion } from '../action/questions/focus.ts'
import { Questions } from '../action/questions/questions.tsx'
import { Notice } from '../parts/page/notice.tsx'
import type { AccountFormState } from './use-account-form.ts'

/**
 * Form of an account, with errors above it and buttons below. `waits` disables the button while there are
 * errors.
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
  form: AccountFormState
  label: string
  button: string
  busy: string
  waits?: boolean
  takesFocus?: boolean
  /** User name for the password, for password managers. */
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
    // The shell first moves the focus to the beginning of a new page.
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
        {areErrorsTold && <ErrorsNote id={hint} form={form} />}
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
