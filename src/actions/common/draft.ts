import type { Action, Answers, ActionFacts } from '../kit/action.ts'
import type { AnyField, Fields } from '../kit/fields.ts'
import { normaliseAnswers } from '../kit/judge.ts'

/**
 * Answers as stored in a draft: those that differ from the initial answers, and the names of files that were picked
 * but not uploaded.
 */
export interface DraftAnswers {
  values: Answers
  /** File names by field. The browser loses these files with the page, so they must be chosen again. */
  files: Readonly<Record<string, string>>
}

/** Leaves out passwords, and codes that confirm a single action. */
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

/** The storable part of a submitted draft: answers to fields of the form, without secrets. */
export const storableAnswers = (fields: Fields, { values, files }: DraftAnswers): DraftAnswers => ({
  values: onlyKept(fields, values),
  files: onlyKept(fields, files),
})

const isPicked = (value: unknown): value is { name: string; file: unknown } =>
  typeof value === 'object' && value !== null && 'file' in value && value.file !== undefined

/** The draft of some answers, given the initial answers of the form; a removed answer is null. */
export const diffFromInitial = (fields: Fields, first: Answers, answers: Answers): DraftAnswers => {
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

/** True if a draft is empty. */
export const isEmptyDraft = ({ values, files }: DraftAnswers): boolean =>
  Object.keys(values).length + Object.keys(files).length === 0

/** Initial answers of a form, overridden by those of a draft. */
export const applyDraft = (
  action: Pick<Action, 'fields' | 'normalise'>,
  first: Answers,
  draft: DraftAnswers,
  given: ActionFacts,
): Answers => normaliseAnswers(action, { ...first, ...onlyKept(action.fields, draft.values) }, given)
