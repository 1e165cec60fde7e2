import type { FieldProps } from './field-props.ts'

/** Checkbox with its own label; unticked means no answer. */
export const CheckboxField = ({ id, describedBy, isInvalid, shape, value, onChange }: FieldProps<true>) => (
  <label className="choice">
    <input
      id={id}
      type="checkbox"
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      checked={value === true}
      onChange={event => onChange(event.target.checked || null)}
    />
    <span>
      {shape.label}
      {shape.isOptional && <span className="field-optional"> optional</span>}
    </span>
  </label>
)

/** Switch, on or off. */
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
