import { MISSING_ANSWER_TEXT } from '#domain/values/messages'
import type { Answers, ActionFacts, Action } from '../kit/action.ts'
import type { AnyField } from '../kit/fields.ts'
import { availableChoices, validateAnswers, type FormRules } from '../kit/judge.ts'

/** True if leaving the answer out would be an error. */
export const isAnswerRequired = (
  asking: FormRules,
  name: string,
  shown: Answers,
  given: ActionFacts,
): boolean =>
  Object.keys(validateAnswers(asking, { ...shown, [name]: undefined }, given)).some(
    field => field === name || field.startsWith(`${name}.`),
  )

/** True if the answer is required and has only one choice: it is then shown and cannot be changed. */
export const isFieldReadonly = (
  asking: FormRules,
  name: string,
  shown: Answers,
  given: ActionFacts,
): boolean => {
  const field = asking.fields[name]
  const [only, another] = (field && availableChoices(field, shown, given)) ?? []
  const isMade = only !== undefined && another === undefined && [shown[name]].flat().includes(only.id)
  return isMade && isAnswerRequired(asking, name, shown, given)
}

/** The text shown for an empty answer that may be empty. */
export const emptyAnswerText = ({ optional }: Pick<AnyField, 'optional'>): string | null =>
  optional ? MISSING_ANSWER_TEXT : null

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * Initial answers, completed with the only available choice of every required question. Goes through the questions
 * from top to bottom, since choices depend on earlier answers.
 */
export const fillOnlyChoices = (action: Action, answers: Answers, given: ActionFacts): Answers => {
  const all = { ...answers }
  for (const [name, field] of Object.entries(action.fields)) {
    if (field.optional || !isEmpty(all[name])) continue
    const [only, another] = availableChoices(field, all, given) ?? []
    if (!only || another) continue
    if (field.type === 'Select') all[name] = only.id
    if (field.type === 'SelectMulti') all[name] = [only.id]
  }
  return all
}

/** The field of a form whose answer is a site boundary; null if there is none among the answers. */
export const boundaryFieldOf = ({ fields }: Pick<Action, 'fields'>, answers: Answers): string | null =>
  Object.entries(fields).find(
    ([name, { type, reads }]) => answers[name] && (type === 'Corners' || reads === 'outline'),
  )?.[0] ?? null
