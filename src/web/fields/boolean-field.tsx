import type { FieldProps } from './field-props.ts'

/** A switch, on or off. */
export const BooleanField = ({
  id,
  labelId,
  describedBy,
  isInvalid,
  value,
  onChange,
}: FieldProps<boolean>) => (
  <span className="switch">
    <input
      id={id}
      type="checkbox"
      role="switch"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      checked={value === true}
      onChange={event => onChange(event.target.checked)}
    />
    <span aria-hidden="true">{value ? 'On' : 'Off'}</span>
  </span>
)
