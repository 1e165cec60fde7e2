import type { FieldProps } from './field-props.ts'

const ANSWERS = [
  { answer: true, label: 'Yes' },
  { answer: false, label: 'No' },
]

/** Yes or no, with neither selected at first. */
export const YesNoField = ({
  id,
  labelId,
  describedBy,
  isInvalid,
  shape,
  value,
  onChange,
}: FieldProps<boolean>) => (
  <div
    className="choices"
    role="radiogroup"
    aria-labelledby={labelId}
    aria-describedby={describedBy}
    aria-invalid={isInvalid}
    aria-required={!shape.isOptional}
  >
    {ANSWERS.map(({ answer, label }) => (
      <label className="choice" key={label}>
        <input
          id={answer ? id : undefined}
          type="radio"
          name={id}
          checked={value === answer}
          onChange={() => onChange(answer)}
        />
        {label}
      </label>
    ))}
  </div>
)
