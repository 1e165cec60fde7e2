import { z } from 'zod'
import type { Action, Answers, Facts } from '#actions/kit/action'
import type { Read } from '#actions/kit/changes'
import { type AnyField, confirm, type Fields } from '#actions/kit/fields'
import { availableChoices, declarationsFor, rowsOf, typedAnswers } from '#actions/kit/judge'
import { ifBlankOf, isNeeded, isReadonly } from '#actions/common/presented'
import type { Choice, FormField, Question } from '#contract/form'
import { pathOf } from '#contract/nouns'
import { type Kind, SETTING_KINDS, SETTING_LISTS, type SettingKind } from '#domain/entities'

type JsonSchema = Record<string, unknown>

/** The questions of an action as the interface describes them, with these answers: what is asked, what is needed, and the choices. */
export const describe = async (
  read: Read,
  action: Action,
  answers: Answers,
  given: Facts,
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
      needed: asked && isNeeded(action, name, shown, given),
      readonly: asked && isReadonly(action, name, shown, given),
      show: showOf(action, name, shown, given),
      ifBlank: asked ? described.ifBlank : 'hide',
      options: field.source ? (held[name] ?? null) : described.options,
      shape: items === null ? described.shape : { type: 'array', items: rowShape(fields ?? []) },
      items,
      fields,
    }
  })
}

/** The answers that a question can have, where they can be listed. */
const possibleAnswers = (field: AnyField, shown: Answers, given: Facts): readonly unknown[] | null => {
  if (field.type === 'YesNo' || field.type === 'Boolean') return [true, false]
  if (field.type === 'Checkbox') return field.storage === 'declare' ? null : [true]
  const ids = availableChoices(field, shown, given)?.map(({ id }) => id)
  return (field.type === 'SelectMulti' ? ids?.map(id => [id]) : ids) ?? null
}

/** On which answers it depends whether a question is put: found by what its condition looks at, and by trying them. */
const showOf = (action: Action, name: string, shown: Answers, given: Facts): FormField['show'] => {
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
  // What is seen while answers are tried is gone through as well.
  for (const id of seen) {
    const field = action.fields[id]
    const values = field && possibleAnswers(field, shown, given)
    show.push({ id, values: values?.filter(value => isPut({ ...shown, [id]: value })) ?? null })
  }
  return show
}

const declare: Fields = { answer: confirm('Agreed') }

/** The things for each of which more is asked, and what: rows, or declarations; or the columns of a table. */
const partsOf = (
  field: AnyField,
  shown: Answers,
  given: Facts,
): { items: Choice[] | null; fields: Question[] | null } => {
  const named = (things: readonly Choice[]) => things.map(({ id, name }) => ({ id, name }))
  const asking = (fields: Fields) =>
    Object.entries(fields).map(([id, sub]) => ({ ...questionOf(id, sub, shown, given), asked: true }))
  if (field.perRow) return { items: named(rowsOf(field, shown, given)), fields: asking(field.perRow.fields) }
  if (field.storage === 'declare')
    return { items: named(declarationsFor(field, shown, given)), fields: asking(declare) }
  return { items: null, fields: field.columns ? asking(field.columns) : null }
}

const questionOf = (id: string, field: AnyField, shown: Answers, given: Facts): Question => ({
  id,
  label: field.label,
  type: field.type,
  asked: false,
  needed: field.optional !== true,
  optional: field.optional ?? false,
  readonly: false,
  show: [],
  ifBlank: ifBlankOf(field),
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

const optionsOf = (field: AnyField, shown: Answers, given: Facts): Choice[] | null => {
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

/** What the subject holds already of a settings list but can no longer be chosen from it, by field. */
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

/** Where the settings are listed by which the questions of an action are answered. */
export const settingsOf = ({ fields }: Pick<Action, 'fields'>): Record<string, string> =>
  Object.fromEntries(
    Object.values(fields).flatMap(({ refersTo, perRow }): [string, string][] => [
      ...(refersTo && isSetting(refersTo)
        ? [[refersTo, `/api/${pathOf(SETTING_LISTS[refersTo])}`] satisfies [string, string]]
        : []),
      ...Object.entries(perRow ? settingsOf(perRow) : {}),
    ]),
  )

const isSetting = (kind: Kind): kind is SettingKind => SETTING_KINDS.some(one => one === kind)
