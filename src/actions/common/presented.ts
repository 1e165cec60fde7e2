import { NOT_GIVEN } from '#domain/messages'
import type { Answers, Facts } from '../kit/action.ts'
import type { AnyField } from '../kit/fields.ts'
import { type Asking, availableChoices, judge } from '../kit/judge.ts'

/** Would an answer be missed, if it were left out? */
export const isNeeded = (asking: Asking, name: string, shown: Answers, given: Facts): boolean =>
  Object.keys(judge(asking, { ...shown, [name]: undefined }, given)).some(
    field => field === name || field.startsWith(`${name}.`),
  )

/** Can the answer only be the one it is: needed, and the one choice there is? Then it is shown and cannot be changed. */
export const isReadonly = (asking: Asking, name: string, shown: Answers, given: Facts): boolean => {
  const field = asking.fields[name]
  const [only, another] = (field && availableChoices(field, shown, given)) ?? []
  const isMade = only !== undefined && another === undefined && [shown[name]].flat().includes(only.id)
  return isMade && isNeeded(asking, name, shown, given)
}

/** The text in place of an empty answer, where it may be empty. */
export const ifBlankOf = ({ optional }: Pick<AnyField, 'optional'>): string | null =>
  optional ? NOT_GIVEN : null
