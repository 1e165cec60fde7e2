import type { Action, Answers, Facts } from '../kit/action.ts'
import type { AnyField, Fields } from '../kit/fields.ts'
import { normalised } from '../kit/judge.ts'

/** Answers as a draft keeps them: those that differ from the first answers, and the names of files that were only picked. */
export interface DraftAnswers {
  values: Answers
  /** By field. What stands in a browser alone is lost with its page and has to be chosen again. */
  files: Readonly<Record<string, string>>
}

/** What proves who somebody is, and what confirms the one act that it is given with, is not kept for later. */
const isKept = ({ type, autocomplete, storage }: AnyField): boolean =>
  type !== 'Password' &&
  autocomplete !== 'one-time-code' &&
  !(storage === 'drop' && (type === 'Checkbox' || type === 'YesNo'))

const onlyKept = <T>(fields: Fields, answers: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(answers).filter(
      ([name]) => Object.hasOwn(fields, name) && fields[name] !== undefined && isKept(fields[name]),
    ),
  )

/** Of answers that came as a draft, those that may be kept: to questions of the form, and no secrets. */
export const keptOf = (fields: Fields, { values, files }: DraftAnswers): DraftAnswers => ({
  values: onlyKept(fields, values),
  files: onlyKept(fields, files),
})

const isPicked = (value: unknown): value is { name: string; file: unknown } =>
  typeof value === 'object' && value !== null && 'file' in value && value.file !== undefined

/** The draft of these answers, given the first ones of the form; an answer that was taken away is null in it. */
export const draftOf = (fields: Fields, first: Answers, answers: Answers): DraftAnswers => {
  const changed = Object.entries(onlyKept(fields, answers)).filter(
    ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(first[name] ?? null),
  )
  return {
    values: Object.fromEntries(
      changed.filter(([, value]) => !isPicked(value)).map(([name, value]) => [name, value ?? null]),
    ),
    files: Object.fromEntries(
      changed.flatMap(([name, value]) => (isPicked(value) ? [[name, value.name]] : [])),
    ),
  }
}

/** Does a draft hold nothing? */
export const isNothing = ({ values, files }: DraftAnswers): boolean =>
  Object.keys(values).length + Object.keys(files).length === 0

/** The first answers of a form with those of a draft in their place. */
export const withDraft = (
  action: Pick<Action, 'fields' | 'normalise'>,
  first: Answers,
  draft: DraftAnswers,
  given: Facts,
): Answers => normalised(action, { ...first, ...onlyKept(action.fields, draft.values) }, given)
