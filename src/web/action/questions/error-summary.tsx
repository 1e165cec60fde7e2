import { CircleAlertIcon } from '../../icons/icons.tsx'
import { useEffect, useId, useRef } from 'react'
import { repeatedRows } from '#actions/kit/judge'
import { errorCountText, firstMessageAndCount } from './messages.ts'
import './error-summary.css'
import { focusFirstProblem } from './focus.ts'
import type { FormState } from './use-form.ts'

/** Label of the field that a message is about; null for the form as a whole. */
const labelOf = ({ fields, typed, facts }: FormState, name: string): string | null => {
  if (fields[name]) return fields[name].label
  const [of = '', rowId, sub = ''] = name.split('.')
  const field = fields[of]
  if (!field) return null
  const row = field.perRow && repeatedRows(field, typed, facts).find(({ id }) => id === rowId)
  const asked = field.perRow?.fields[sub]
  return row && asked ? `${asked.label}, ${row.name}` : field.label
}

/** Shortens a message to its first line; the field shows all lines. */
const inShort = (message: string): string => {
  const [first = '', ...others] = message.split('\n')
  return others.length === 0 ? message : firstMessageAndCount(first, others.length)
}

/**
 * Summary of all errors in a form, each linked to its field. It takes the focus when the reader requests it.
 */
export const ErrorSummary = ({ form }: { form: FormState }) => {
  const id = useId()
  const summary = useRef<HTMLElement>(null)
  const { asked } = form
  useEffect(() => {
    if (asked === 0) return
    summary.current?.focus({ preventScroll: true })
    summary.current?.scrollIntoView({ block: 'start' })
  }, [asked])
  const wrong = Object.entries(form.messages)
  if (!form.showsAll || wrong.length === 0) return null
  const lead = (name: string) => {
    const root = summary.current?.closest('form')
    if (root) focusFirstProblem(root, [name, name.split('.')[0] ?? name])
  }
  return (
    <section className="error-summary" tabIndex={-1} ref={summary} aria-labelledby={id}>
      <h2 id={id}>
        <CircleAlertIcon aria-hidden="true" />
        {errorCountText(wrong.length)}
      </h2>
      <ul>
        {wrong.map(([name, message]) => {
          const label = labelOf(form, name)
          return (
            <li key={name}>
              {label === null ? (
                message
              ) : (
                <button type="button" className="link-button" onClick={() => lead(name)}>
                  {label}: {inShort(message)}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
