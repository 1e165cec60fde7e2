import type { FieldProps } from './field-props.ts'

/** Several lines of text; nothing typed is no value. */
export const TextAreaField = ({ id, describedBy, isInvalid, shape, value, onChange }: FieldProps<string>) => (
  <textarea
    id={id}
    className="input"
    rows={shape.rows ?? 5}
    readOnly={shape.isReadOnly}
    required={!shape.isOptional}
    aria-describedby={describedBy}
    aria-invalid={isInvalid}
    value={value ?? ''}
    onChange={event => onChange(event.target.value || null)}
  />
)
