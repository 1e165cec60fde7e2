import type { Choice } from '#actions/kit/fields'
import type { Mentionable } from '#contract/subject'

/** How a question is put, as far as its control must know. */
export interface FieldShape {
  label: string
  isOptional: boolean
  prefix?: string | null
  suffix?: string | null
  rows?: number | null
  accept?: readonly string[] | null
  autocomplete?: string | null
  /** Text in place of an empty answer. */
  ifBlank?: string | null
  /** What each of a few choices means. */
  about?: Readonly<Record<string, string>>
}

/** What every control of a form takes. Its label and messages stand around it, in the frame. */
export interface FieldProps<V> {
  /** The id of the control, to which the label points. */
  id: string
  labelId: string
  /** The ids of its hint and messages. */
  describedBy?: string
  isInvalid: boolean
  shape: FieldShape
  value: V | null | undefined
  onChange: (value: V | null) => void
  choices: readonly Choice[]
  isLoadingChoices: boolean
  /** Finds people and organisations to mention. */
  findPeople: (text: string) => Promise<readonly Mentionable[]>
}

/** What every control into which one types says of itself. */
export const typedInto = ({
  id,
  describedBy,
  isInvalid,
  shape,
}: Pick<FieldProps<unknown>, 'id' | 'describedBy' | 'isInvalid' | 'shape'>) => ({
  id,
  required: !shape.isOptional,
  'aria-describedby': describedBy,
  'aria-invalid': isInvalid,
})
