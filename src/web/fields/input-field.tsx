import type { FieldProps } from './field-props.ts'

/** One line of text; nothing typed is no value. */
export const InputField = ({ id, describedBy, isInvalid, shape, value, onChange }: FieldProps<string>) => (
  <input
    id={id}
    className="input"
    type={shape.autocomplete === 'email' ? 'email' : 'text'}
    autoComplete={shape.autocomplete ?? 'off'}
    readOnly={shape.isReadOnly}
    required={!shape.isOptional}
    aria-describedby={describedBy}
    aria-invalid={isInvalid}
    value={value ?? ''}
    onChange={event => onChange(event.target.value || null)}
  />
)
