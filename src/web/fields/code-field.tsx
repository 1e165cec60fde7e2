import type { FieldProps } from './field-props.ts'

/** A code of digits, read from a letter or an authenticator; pasting and filling in by the browser are welcome. */
export const CodeField = ({ id, describedBy, isInvalid, shape, value, onChange }: FieldProps<string>) => (
  <input
    id={id}
    className="input input-code"
    type="text"
    inputMode="numeric"
    autoComplete={shape.autocomplete ?? 'one-time-code'}
    autoCapitalize="none"
    spellCheck={false}
    required={!shape.isOptional}
    aria-describedby={describedBy}
    aria-invalid={isInvalid}
    value={value ?? ''}
    onChange={event => onChange(event.target.value.trim() || null)}
  />
)
