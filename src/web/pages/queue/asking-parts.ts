import type { Action, Answers, Facts } from '#actions/kit/action'
import type { AnyField, Fields } from '#actions/kit/fields'

/** Is this question one that must be answered thing by thing: by a file, or by rows of its own? */
const differs = ({ storage, perRow }: AnyField): boolean => storage === 'file' || perRow !== undefined

/** A question that only some of many things are asked may be left out: those then say themselves that it lacks. */
const leniently = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.asksSome ? { ...field, optional: true } : field,
    ]),
  )

const pick = (fields: Fields, wanted: (field: AnyField) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => wanted(field)))

/** Stands for the file that a thing may have: whether a rule that a file would satisfy is broken is known thing by thing only. */
const SOME_FILE = { id: 'some-file' }

/** The questions of a form of which only some are put here, judged by what its rules say of those. */
const asking = (action: Action, fields: Fields): Pick<Action, 'fields' | 'show' | 'check'> => {
  const { check, show } = action
  const files = Object.fromEntries(
    Object.entries(action.fields).flatMap(([name, { storage }]) =>
      storage === 'file' && !fields[name] ? [[name, SOME_FILE]] : [],
    ),
  )
  const isHere = (name: string) => Object.keys(fields).some(one => name === one || name.startsWith(`${one}.`))
  return {
    fields: leniently(fields),
    ...(show && {
      show: Object.fromEntries(Object.entries(show).filter(([name]) => !fields[name]?.asksSome)),
    }),
    ...(check && {
      check: (answers: Answers, given: Facts) =>
        Object.fromEntries(
          Object.entries(check({ ...files, ...answers }, given)).filter(([name]) => isHere(name)),
        ),
    }),
  }
}

/** An action as a bulk act asks it: once what all share, file by file, and thing by thing what must differ. */
export const partsOfAction = (action: Action) => ({
  shared: asking(
    action,
    pick(action.fields, field => !differs(field)),
  ),
  single: asking(
    action,
    pick(action.fields, field => field.perRow !== undefined),
  ),
  /** All that is asked of one thing but its files. */
  apart: asking(
    action,
    pick(action.fields, field => field.storage !== 'file'),
  ),
  files: Object.entries(action.fields).flatMap(([name, field]) =>
    field.storage === 'file' && !field.columns ? [{ name, field }] : [],
  ),
})

export type PartsOfAction = ReturnType<typeof partsOfAction>
export type AskingPart = PartsOfAction['shared']
