import { useEffect, useId, useRef, type ReactNode } from 'react'
import { ErrorsNote } from '../action/errors-note.tsx'
import { FieldFrame } from '../action/field-frame.tsx'
import { focusFirstProblem, focusFirstQuestion } from '../action/focus.ts'
import { Notice } from '../parts/notice.tsx'
import type { Entry } from './use-entry.ts'

const findNobody = () => Promise.resolve([])

/** Questions of a form about an account, by name. */
export const EntryQuestions = ({ entry, names }: { entry: Entry; names: readonly string[] }) =>
  names.map(name => {
    const asked = entry.asked[name]
    if (!asked) return null
    const { control: Control, label, isOptional = false, autocomplete, note, choices = [] } = asked
    return (
      <FieldFrame
        key={name}
        name={name}
        label={label}
        isOptional={isOptional}
        note={note}
        message={entry.messageFor(name)}
        onLeave={() => entry.leave(name)}
      >
        {framed => (
          <Control
            {...framed}
            shape={{ label, isOptional, autocomplete }}
            value={entry.answers[name]}
            onChange={value => entry.answer(name, value)}
            choices={choices}
            isLoadingChoices={false}
            findPeople={findNobody}
          />
        )}
      </FieldFrame>
    )
  })

/**
 * A form about an account, with what went wrong above it and its buttons below. `waits` keeps the button from being
 * pressed while there are errors.
 */
export const EntryForm = ({
  entry,
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
  entry: Entry
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
  const form = useRef<HTMLFormElement>(null)
  const isBlocked = waits && entry.hasErrors
  useEffect(() => {
    if (!takesFocus) return
    // The shell puts readers at the beginning of a new page first.
    const frame = requestAnimationFrame(() => form.current && focusFirstQuestion(form.current))
    return () => cancelAnimationFrame(frame)
  }, [takesFocus])
  const save = async () => {
    const wrong = await entry.submit()
    if (form.current && wrong.length > 0) focusFirstProblem(form.current, wrong)
  }
  return (
    <form
      className="form"
      noValidate
      aria-label={label}
      ref={form}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      {entry.failure && (
        <Notice tone="bad" role="alert">
          <p>{entry.failure}</p>
        </Notice>
      )}
      {username && <input type="text" hidden readOnly autoComplete="username" value={username} />}
      {children ?? <EntryQuestions entry={entry} names={Object.keys(entry.asked)} />}
      <div className="form-foot">
        {isBlocked && (
          <ErrorsNote
            id={hint}
            count={Object.keys(entry.messages).length}
            showsAll={entry.showsAll}
            onToggle={() => entry.setShowsAll(!entry.showsAll)}
          />
        )}
        <button
          type="submit"
          className="button button-primary"
          aria-disabled={isBlocked || entry.isBusy}
          aria-describedby={isBlocked ? hint : undefined}
        >
          {entry.isBusy ? busy : button}
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
