import type { Action, Answers, ActionFacts } from '#actions/kit/action'
import type { AnyField, Fields } from '#actions/kit/fields'

/** Returns true if each record has the field for itself: it has rows of its own, or is about one record only. */
export const isOfEachRecord = ({ perRow, asksEach }: AnyField): boolean =>
  perRow !== undefined || asksEach === true

/** Returns true if a field needs its own answer for each record. */
const differs = (field: AnyField): boolean => field.storage === 'file' || isOfEachRecord(field)

/**
 * Makes fields optional that only some of the records have; those records report a missing answer themselves.
 */
const leniently = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.asksSome ? { ...field, optional: true } : field,
    ]),
  )

const pick = (fields: Fields, wanted: (field: AnyField) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => wanted(field)))

/**
 * Placeholder for a file that a record may have: only the check of a single record knows if a rule about its
 * file is broken.
 */
const SOME_FILE = { id: 'some-file' }

/** Reduces a form to some of its fields, and judges these by the form's rules. */
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
      check: (answers: Answers, given: ActionFacts) =>
        Object.fromEntries(
          Object.entries(check({ ...files, ...answers }, given)).filter(([name]) => isHere(name)),
        ),
    }),
  }
}

/**
 * Splits an action for a bulk action: fields that all records share, files, and fields that each record has for
 * itself.
 */
export const splitFormForBulkAction = (action: Action) => ({
  shared: asking(
    action,
    pick(action.fields, field => !differs(field)),
  ),
  single: asking(action, pick(action.fields, isOfEachRecord)),
  /** All fields of one record except its files. */
  apart: asking(
    action,
    pick(action.fields, field => field.storage !== 'file'),
  ),
  files: Object.entries(action.fields).flatMap(([name, field]) =>
    field.storage === 'file' && !field.columns ? [{ name, field }] : [],
  ),
})

export type BulkFormParts = ReturnType<typeof splitFormForBulkAction>
export type BulkFormPart = BulkFormParts['shared']
