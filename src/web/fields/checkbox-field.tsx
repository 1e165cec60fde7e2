import type { FieldProps } from './field-props.ts'

/** A tick beside its own words; unticked is no answer. */
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
