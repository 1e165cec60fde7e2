import type { Action, Answers, Facts } from '../kit/action.ts'
import { availableChoices } from '../kit/judge.ts'

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * First answers, with those that have no alternative: of a question that must be answered and of which one choice is
 * available, that choice. Questions are gone through top to bottom, since choices depend on answers before.
 */
export const withOnlyChoices = (action: Action, answers: Answers, given: Facts): Answers => {
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
