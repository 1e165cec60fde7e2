import { CircleAlert, CircleHelp, TriangleAlert } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { termIn, TERMS } from '#domain/terms'

/** What the frame hands to the control in it. */
export interface Framed {
  id: string
  labelId: string
  describedBy: string | undefined
  isInvalid: boolean
}

/** The label, help, message and warning around a control. */
export const FieldFrame = ({
  name,
  label,
  isOptional,
  hint: given,
  note,
  message,
  warning,
  beside,
  below,
  labelled = true,
  isGroup = false,
  isReadonly = false,
  onLeave,
  children,
}: {
  /** The question, for finding it when there is something wrong with it. */
  name: string
  label: string
  isOptional: boolean
  /** Help; where there is none, what the word of the glossary in the label means. */
  hint?: string | null
  /** What to know before answering; always in view. */
  note?: string
  message?: string
  warning?: string
  /** What the answer comes to. */
  beside?: string
  /** More of that than a sentence. */
  below?: ReactNode
  /** Ticks carry their label themselves. */
  labelled?: boolean
  /** Several boxes stand below it, each with a label of its own: it names them all, and belongs to none. */
  isGroup?: boolean
  /** Nothing in it can be changed: nobody is led to it. */
  isReadonly?: boolean
  onLeave: () => void
  children: (framed: Framed) => ReactNode
}) => {
  const id = useId()
  const term = termIn(label)
  const hint = given || (term && TERMS[term])
  const [isHintOpen, setHintOpen] = useState(false)
  const parts = [
    hint && isHintOpen && `${id}-hint`,
    note && `${id}-note`,
    beside && `${id}-beside`,
    warning && `${id}-warning`,
    message && `${id}-message`,
  ].filter(Boolean)
  return (
    <div
      className={message ? 'field field-invalid' : 'field'}
      data-field={name}
      data-readonly={isReadonly || undefined}
      onBlur={event => {
        // Moving within the control, or into its list, is not yet leaving it.
        if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return
        if (event.relatedTarget?.closest('.popover')) return
        onLeave()
      }}
    >
      {(labelled || hint) && (
        <div className="field-label">
          {labelled &&
            (isGroup ? (
              <span id={`${id}-label`}>{label}</span>
            ) : (
              <label id={`${id}-label`} htmlFor={id}>
                {label}
              </label>
            ))}
          {labelled && isOptional && <span className="field-optional">optional</span>}
          {hint && (
            <button
              type="button"
              className="hint-button"
              aria-label={`Help: ${label}`}
              aria-expanded={isHintOpen}
              onClick={() => setHintOpen(!isHintOpen)}
            >
              <CircleHelp aria-hidden="true" />
            </button>
          )}
        </div>
      )}
      {hint && isHintOpen && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {note && (
        <p className="field-note" id={`${id}-note`}>
          {note}
        </p>
      )}
      {children({
        id,
        labelId: `${id}-label`,
        describedBy: parts.join(' ') || undefined,
        isInvalid: Boolean(message),
      })}
      {beside && (
        <p className="field-note" id={`${id}-beside`} role="status">
          {beside}
        </p>
      )}
      {below}
      {warning && (
        <p className="field-message field-warning" id={`${id}-warning`} role="status">
          <TriangleAlert aria-hidden="true" />
          {warning}
        </p>
      )}
      {message && (
        <p className="field-message" id={`${id}-message`}>
          <CircleAlert aria-hidden="true" />
          {message}
        </p>
      )}
    </div>
  )
}
