import type { Choice } from '#actions/kit/fields'
import type { Mentionable } from '#contract/subject/subject'

/** Properties of a field that its control needs. */
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
  /** Explanation of each of a few choices. */
  about?: Readonly<Record<string, string>>
  /** Kind of resource whose ids are the choices. */
  refersTo?: string | null
}

/** Props of every control of a form. Label and messages are in the frame around it. */
export interface FieldProps<V> {
  /** Id of the control, to which the label points. */
  id: string
  labelId: string
  /** Ids of its hint and messages. */
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

/** Attributes of every control with text input. */
export const textInputAttributes = ({
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
