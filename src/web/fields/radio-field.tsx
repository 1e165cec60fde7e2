import type { FieldProps } from './field-props.ts'

/** Choice of one among a few, each with an explanation. */
export const RadioField = ({
  id,
  labelId,
  describedBy,
  isInvalid,
  shape,
  choices,
  value,
  onChange,
}: FieldProps<string>) => (
  <div
    id={id}
    className="radio-choice"
    role="radiogroup"
    aria-labelledby={labelId}
    aria-describedby={describedBy}
    aria-invalid={isInvalid}
    aria-required={!shape.isOptional}
  >
    {choices.map(choice => (
      <label className="choice" key={choice.id}>
        <input type="radio" name={id} checked={value === choice.id} onChange={() => onChange(choice.id)} />
        <span>
          {choice.name}
          <span className="quiet small">{shape.about?.[choice.id]}</span>
        </span>
      </label>
    ))}
  </div>
)
