import type { OrganisationType } from '#domain/organisation'
import type { FieldProps } from '../fields/field-props.ts'
import { labelOf } from '../parts/label-of.ts'

const DOES: Record<OrganisationType, string> = {
  PARTICIPANT: 'Supplies, buys or invests in credits',
  AGENT: 'Acts for participants under their authority',
  LPA: 'Oversees projects and developments in its area',
  OPER: 'Runs market rounds',
}

/** Which type of organisation one signs up, each with what it does. */
export const TypeChoice = ({
  id,
  labelId,
  describedBy,
  isInvalid,
  choices,
  value,
  onChange,
}: FieldProps<string>) => (
  <div
    id={id}
    className="type-choice"
    role="radiogroup"
    aria-labelledby={labelId}
    aria-describedby={describedBy}
    aria-invalid={isInvalid}
    aria-required
  >
    {choices.map(choice => (
      <label className="choice" key={choice.id}>
        <input type="radio" name={id} checked={value === choice.id} onChange={() => onChange(choice.id)} />
        <span>
          {choice.name}
          <span className="quiet small">{labelOf(DOES, choice.id)}</span>
        </span>
      </label>
    ))}
  </div>
)
