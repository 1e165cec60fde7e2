import { z } from 'zod'
import type { Action, Answers, ActionFacts } from '#actions/kit/action'
import type { Read } from '#actions/kit/changes'
import { type AnyField, confirm, type Fields } from '#actions/kit/fields'
import { availableChoices, declarationsFor, repeatedRows, typedAnswers } from '#actions/kit/judge'
import { emptyAnswerText, isAnswerRequired, isFieldReadonly } from '#actions/fields/presented'
import type { Choice, FormField, Question } from '#contract/kit/form'
import { pathOf } from '#contract/nouns/nouns'
import { type Kind, SETTING_KINDS, SETTING_LISTS, type SettingKind } from '#domain/disclosure/entities'

type JsonSchema = Record<string, unknown>

/**
 * Describes the questions of an action for the interface, given these answers: labels, required answers and choices.
 */
export const describeFields = async (
  read: Read,
  action: Action,
  answers: Answers,
  given: ActionFacts,
): Promise<FormField[]> => {
  const shown = typedAnswers(action, answers, given)
  const held = await heldChoices(read, action, shown)
  return Object.entries(action.fields).map(([name, field]) => {
    const { items, fields } = partsOf(field, shown, given)
    const asked = name in shown && (items === null || items.length > 0)
    const described = questionOf(name, field, shown, given)
    return {
      ...described,
      type: items === null ? field.type : 'List',
      asked,
      needed: asked && isAnswerRequired(action, name, shown, given),
      readonly: asked && isFieldReadonly(action, name, shown, given),
      show: showOf(action, name, shown, given),
      ifBlank: asked ? described.ifBlank : 'hide',
      options: field.source ? (held[name] ?? null) : described.options,
      shape: items === null ? described.shape : { type: 'array', items: rowShape(fields ?? []) },
      items,
      fields,
    }
  })
}

/** Returns the possible answers to a question, if they can be listed. */
const possibleAnswers = (field: AnyField, shown: Answers, given: ActionFacts): readonly unknown[] | null => {
  if (field.type === 'YesNo' || field.type === 'Boolean') return [true, false]
  if (field.type === 'Checkbox') return field.storage === 'declare' ? null : [true]
  const ids = availableChoices(field, shown, given)?.map(({ id }) => id)
  return (field.type === 'SelectMulti' ? ids?.map(id => [id]) : ids) ?? null
}

/**
 * Finds on which answers the visibility of a question depends: from the fields its condition reads, and by trying their
 * values.
 */
const showOf = (action: Action, name: string, shown: Answers, given: ActionFacts): FormField['show'] => {
  const condition = action.show?.[name]
  if (!condition) return []
  const seen = new Set<string>()
  const watched = (answers: Answers) =>
    new Proxy(answers, {
      get: (target, key) => {
        if (typeof key !== 'string') return undefined
        if (key in action.fields) seen.add(key)
        return target[key]
      },
    })
  const isPut = (answers: Answers) => condition(watched(answers), given)
  isPut(shown)
  const show: FormField['show'] = []
  // Fields first read while trying answers are tried as well.
  for (const id of seen) {
    const field = action.fields[id]
    const values = field && possibleAnswers(field, shown, given)
    show.push({ id, values: values?.filter(value => isPut({ ...shown, [id]: value })) ?? null })
  }
  return show
}

const declare: Fields = { answer: confirm('Agreed') }

/** The items that have questions of their own, and which: rows or declarations; or the columns of a table. */
const partsOf = (
  field: AnyField,
  shown: Answers,
  given: ActionFacts,
): { items: Choice[] | null; fields: Question[] | null } => {
  const named = (things: readonly Choice[]) => things.map(({ id, name }) => ({ id, name }))
  const asking = (fields: Fields) =>
    Object.entries(fields).map(([id, sub]) => ({ ...questionOf(id, sub, shown, given), asked: true }))
  if (field.perRow)
    return { items: named(repeatedRows(field, shown, given)), fields: asking(field.perRow.fields) }
  if (field.storage === 'declare')
    return { items: named(declarationsFor(field, shown, given)), fields: asking(declare) }
  return { items: null, fields: field.columns ? asking(field.columns) : null }
}

const questionOf = (id: string, field: AnyField, shown: Answers, given: ActionFacts): Question => ({
  id,
  label: field.label,
  type: field.type,
  asked: false,
  needed: field.optional !== true,
  optional: field.optional ?? false,
  readonly: false,
  show: [],
  ifBlank: emptyAnswerText(field),
  hint: field.hint ?? null,
  prefix: field.prefix ?? null,
  suffix: field.suffix ?? null,
  rows: field.rows ?? null,
  accept: field.accept ? [...field.accept] : null,
  multiple: field.type === 'SelectMulti',
  autocomplete: field.autocomplete ?? null,
  shape: shapeOf(field.rule),
  options: optionsOf(field, shown, given),
  source: field.source ?? null,
  refersTo: field.refersTo ?? null,
})

const optionsOf = (field: AnyField, shown: Answers, given: ActionFacts): Choice[] | null => {
  const choices = availableChoices(field, shown, given)
  return choices
    ? choices.map(({ id, name, broadHabitat }) => ({ id, name, ...(broadHabitat && { broadHabitat }) }))
    : null
}

const shapeOf = (rule: z.ZodType): JsonSchema => {
  const {
    $schema: _,
    '~standard': __,
    ...shape
  } = z.toJSONSchema(rule, { io: 'input', unrepresentable: 'any' })
  return shape
}

const rowShape = (fields: readonly Question[]): JsonSchema => ({
  type: 'object',
  properties: { id: { type: 'string' }, ...Object.fromEntries(fields.map(({ id, shape }) => [id, shape])) },
  required: ['id', ...fields.filter(({ needed }) => needed).map(({ id }) => id)],
})

/** Returns the subject's present values, by field, that can no longer be chosen from a settings list. */
const heldChoices = async (
  read: Read,
  action: Action,
  answers: Answers,
): Promise<Record<string, Choice[]>> => {
  const held: Record<string, Choice[]> = {}
  for (const [name, { source, refersTo }] of Object.entries(action.fields)) {
    const id = [answers[name]].flat().filter(one => typeof one === 'string')
    if (!source || !refersTo || !isSetting(refersTo) || id.length === 0) continue
    const inactive = (await read.list(refersTo, { id })).filter(one => !one.active)
    if (inactive.length > 0) held[name] = inactive.map(one => ({ id: one.id, name: one.name }))
  }
  return held
}

/** Returns the address of the settings list for each question whose choices come from settings. */
export const settingsListAddresses = ({ fields }: Pick<Action, 'fields'>): Record<string, string> =>
  Object.fromEntries(
    Object.values(fields).flatMap(({ refersTo, perRow }): [string, string][] => [
      ...(refersTo && isSetting(refersTo)
        ? [[refersTo, `/api/${pathOf(SETTING_LISTS[refersTo])}`] satisfies [string, string]]
        : []),
      ...Object.entries(perRow ? settingsListAddresses(perRow) : {}),
    ]),
  )

const isSetting = (kind: Kind): kind is SettingKind => SETTING_KINDS.some(one => one === kind)
