import { CircleAlertIcon, CircleHelpIcon, TriangleAlertIcon } from '../../icons/icons.tsx'
import { useId, useState, type ReactNode } from 'react'
import { findGlossaryTerm, GLOSSARY_TERMS } from '#domain/text/terms'

/** Attributes that the frame passes to the control in it. */
export interface ControlAttributes {
  id: string
  labelId: string
  describedBy: string | undefined
  isInvalid: boolean
}

/** Frame of a control: label, help, message and warning. */
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
  /** Name of the field, to find the field of an error. */
  name: string
  label: string
  isOptional: boolean
  /** Help; by default the explanation of the glossary term in the label. */
  hint?: string | null
  /** Note to read before answering; always visible. */
  note?: string
  message?: string
  warning?: string
  /** Result of the answer, such as a converted value. */
  beside?: string
  /** Longer form of that result. */
  below?: ReactNode
  /** Checkboxes have their label themselves. */
  labelled?: boolean
  /**
   * The field consists of several inputs with their own labels: its label names the group and belongs to none
   * of them.
   */
  isGroup?: boolean
  /** Nothing in the field can be changed, so it never takes the focus. */
  isReadonly?: boolean
  onLeave: () => void
  children: (framed: ControlAttributes) => ReactNode
}) => {
  const id = useId()
  const term = findGlossaryTerm(label)
  const hint = given || (term && GLOSSARY_TERMS[term])
  const [isOpen, setOpen] = useState(false)
  // A checkbox has no label above it for a help button: its own help is read before it is ticked.
  const isAlwaysOpen = !labelled && Boolean(given)
  const isHintOpen = isOpen || isAlwaysOpen
  const help = hint && isHintOpen && (
    <p className={isAlwaysOpen ? 'field-note' : 'field-hint'} id={`${id}-hint`}>
      {hint}
    </p>
  )
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
        // Moving the focus within the control, or into its list, does not count as leaving it.
        if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return
        if (event.relatedTarget?.closest('.popover')) return
        onLeave()
      }}
    >
      {(labelled || (hint && !isAlwaysOpen)) && (
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
          {hint && !isAlwaysOpen && (
            <button
              type="button"
              className="hint-button"
              aria-label={`Help: ${label}`}
              aria-expanded={isHintOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <CircleHelpIcon aria-hidden="true" />
            </button>
          )}
        </div>
      )}
      {!isAlwaysOpen && help}
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
      {isAlwaysOpen && help}
      {beside && (
        <p className="field-note" id={`${id}-beside`} role="status">
          {beside}
        </p>
      )}
      {below}
      {warning && (
        <p className="field-message field-warning" id={`${id}-warning`} role="status">
          <TriangleAlertIcon aria-hidden="true" />
          {warning}
        </p>
      )}
      {message && (
        <p className="field-message" id={`${id}-message`}>
          <CircleAlertIcon aria-hidden="true" />
          {message}
        </p>
      )}
    </div>
  )
}
