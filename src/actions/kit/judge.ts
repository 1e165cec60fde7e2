import type { DeclarationToMake } from '#contract/form'
import { readBy } from '#contract/rules'
import { FIELD_REQUIRED } from '#domain/messages'
import type { Action, Answers, Facts } from './action.ts'
import type { AnyField, Choice, Fields } from './fields.ts'

/** Any form, as far as its questions and rules go: that of an action, or one about an account. */
export type Asking = Pick<Action, 'fields' | 'show' | 'check'>

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const isAnswers = (value: unknown): value is Answers => typeof value === 'object' && value !== null

/** An empty list is no answer to an optional question; to others it is an answer, and a wrong one. */
const isUnanswered = (field: AnyField, value: unknown): boolean =>
  isEmpty(value) || (field.optional === true && Array.isArray(value) && value.length === 0)

/** The declarations that a field asks, given the round that the subject or an answer names. */
export const declarationsFor = (
  field: AnyField,
  { marketRoundId }: Answers,
  { declarations = [] }: Facts,
): DeclarationToMake[] =>
  declarations.filter(
    made =>
      made.category === field.category && (marketRoundId === undefined || marketRoundId === made.roundId),
  )

const isChoice = (value: unknown): value is Choice => isAnswers(value) && typeof value.id === 'string'

/** The choices of a field: fixed, or those that `given` holds; nothing where they are not known here. */
export const choicesOf = (field: AnyField, given: Facts): readonly Choice[] | undefined =>
  field.among === undefined ? field.choices : listed(given[field.among]).filter(isChoice)

/** The choices that are available with the typed answers so far. */
export const availableChoices = (
  field: AnyField,
  answers: Answers,
  given: Facts,
): readonly Choice[] | undefined =>
  choicesOf(field, given)?.filter(({ id }) => field.isChoiceAvailable?.(id, answers, given) ?? true)

const rowOf = (value: unknown, rowId: string): Answers =>
  listed(value)
    .filter(isAnswers)
    .find(row => row.id === rowId) ?? {}

/** What is wrong with an answer that its field's rule lets through, or with none at all. */
const judgeOne = (field: AnyField, value: unknown, answers: Answers, given: Facts): string | undefined => {
  if (field.storage === 'declare') {
    if (field.optional && value === null) return undefined
    const agreed = declarationsFor(field, answers, given).every(({ id }) => rowOf(value, id).answer === true)
    return agreed ? undefined : field.whenEmpty
  }
  if (isEmpty(value)) return field.optional ? undefined : (field.whenEmpty ?? FIELD_REQUIRED)
  if (field.notInFuture && String(value) > given.today) return 'Cannot be in the future'
  const among = field.among === undefined ? undefined : choicesOf(field, given)
  const isAmong = (one: unknown): boolean => among?.some(choice => choice.id === one) ?? true
  return [value].flat().every(isAmong) ? undefined : 'Choose one of the list'
}

/** The rows of a field that is asked once per row, with typed answers. */
export const rowsOf = (field: AnyField, answers: Answers, given: Facts): readonly Choice[] =>
  field.perRow?.rowsOf(answers, given) ?? []

/** An answer such as `nextAction.date` may also come as a `date` within `nextAction`. */
const answerTo = (answers: Answers, name: string): unknown => {
  if (!name.includes('.')) return Object.hasOwn(answers, name) ? answers[name] : undefined
  const [outer = '', inner = ''] = name.split('.')
  const within = answers[outer]
  return answers[name] ?? (isAnswers(within) ? within[inner] : undefined)
}

/** Answers as the rules of an action may see them: each has passed the rule of its field, or is null. */
interface Typed {
  answers: Answers
  /** What the rules of fields say of the others, by the names of their messages. */
  wrong: Record<string, string>
}

const typedOne = (typed: Typed, key: string, field: AnyField, value: unknown): unknown => {
  if (isUnanswered(field, value)) return null
  const read = readBy(field.rule, value)
  if (read.success) return read.data
  typed.wrong[key] ??= read.issues[0]?.message ?? FIELD_REQUIRED
  return null
}

const isRow = (value: unknown): value is Answers & { id: string } =>
  isAnswers(value) && typeof value.id === 'string'

const typedRows = (typed: Typed, key: string, fields: Fields, value: unknown): Answers[] =>
  listed(value)
    .filter(isRow)
    .map(row => {
      const subs = Object.entries(fields).map(([sub, field]) => [
        sub,
        typedOne(typed, `${key}.${row.id}.${sub}`, field, row[sub]),
      ])
      return { ...Object.fromEntries(subs), id: row.id }
    })

const typedOf = ({ fields, show }: Asking, answers: Answers, given: Facts): Typed => {
  const typed: Typed = { answers: {}, wrong: {} }
  for (const [name, field] of Object.entries(fields)) {
    if (show?.[name] && !show[name](typed.answers, given)) continue
    const value = answerTo(answers, name)
    typed.answers[name] = field.perRow
      ? typedRows(typed, name, field.perRow.fields, value)
      : typedOne(typed, name, field, value)
  }
  return typed
}

/**
 * The answers to the questions that are asked, as rules may see them: each has passed the rule of its field, or is null.
 * They are judged top to bottom: a hidden answer does not count for later ones.
 */
export const typedAnswers = (asking: Asking, answers: Answers, given: Facts): Answers =>
  typedOf(asking, answers, given).answers

/** The answers as they were given, with those of hidden questions forgotten. */
export const visibleAnswers = (asking: Asking, answers: Answers, given: Facts): Answers =>
  Object.fromEntries(
    Object.keys(typedAnswers(asking, answers, given)).map(name => [name, answerTo(answers, name)]),
  )

/** Is this question asked, with these answers so far? */
export const isShown = (action: Action, name: string, answers: Answers, given: Facts): boolean =>
  name in typedAnswers(action, answers, given)

/** The answers, with those changed that the action changes in the light of others. */
export const normalised = (
  asking: Asking & Pick<Action, 'normalise'>,
  answers: Answers,
  given: Facts,
): Answers => {
  if (!asking.normalise) return answers
  const { answers: typed } = typedOf({ fields: asking.fields }, answers, given)
  const changed = Object.entries(asking.normalise(typed, given)).filter(
    ([name, value]) => !Object.is(value, typed[name]),
  )
  return { ...answers, ...Object.fromEntries(changed) }
}

/** The one validator, in the browser and on the server: messages by field, `form` for the whole; empty when all is right. */
export const judge = (asking: Asking, answers: Answers, given: Facts): Record<string, string> => {
  const { answers: seen, wrong } = typedOf(asking, answers, given)
  const messages: Record<string, string> = {}
  const note = (name: string, message: string | undefined): void => {
    if (message) messages[name] ??= message
  }
  const judgeAt = (key: string, field: AnyField, value: unknown): void =>
    note(key, (field.storage === 'declare' ? undefined : wrong[key]) ?? judgeOne(field, value, seen, given))
  for (const [name, field] of Object.entries(asking.fields)) {
    if (!(name in seen)) continue
    if (!field.perRow) judgeAt(name, field, seen[name])
    for (const row of rowsOf(field, seen, given))
      for (const [sub, subField] of Object.entries(field.perRow?.fields ?? {}))
        judgeAt(`${name}.${row.id}.${sub}`, subField, rowOf(seen[name], row.id)[sub])
  }
  for (const [name, message] of Object.entries(asking.check?.(seen, given) ?? {})) note(name, message)
  return messages
}

const said = <T>(found: Record<string, T | undefined> = {}): Record<string, T> =>
  Object.fromEntries(Object.entries(found).filter((entry): entry is [string, T] => Boolean(entry[1])))

/** Warnings: as messages, but they do not block. */
export const warnings = (
  action: Action,
  answers: Answers,
  subject: object,
  given: Facts,
): Record<string, string> => said(action.warn?.(typedAnswers(action, answers, given), subject, given))

/** What stands beside answers, by field: what they come to. */
export const besides = (action: Pick<Action, 'beside'> & Asking, answers: Answers, given: Facts) =>
  said(action.beside?.(typedAnswers(action, answers, given), given))

/** Accepted answers as they are stored: empty ones null, unknown ones dropped. */
export const savedOf = (fields: Fields, answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      isUnanswered(field, answers[name]) ? null : field.toSaved(field.rule.parse(answers[name])),
    ]),
  )

/** The accepted answers of a form, those of hidden questions null. Call after `judge` found nothing. */
export const answered = (action: Action, answers: Answers, given: Facts): Answers => {
  const seen = typedAnswers(action, answers, given)
  for (const [name, field] of Object.entries(action.fields))
    if (field.perRow)
      seen[name] = rowsOf(field, seen, given).map(({ id }) => ({ ...rowOf(seen[name], id), id }))
  return savedOf(action.fields, seen)
}

/** The first answers of a form: the action's own, else the subject's present values. */
export const firstAnswers = (action: Action, subject: object, given: Facts): Answers => {
  const stored: Answers = { ...subject }
  const source = typeof action.effect === 'object' ? stored[action.effect.saveAs] : stored
  const present = Object.entries(action.fields).flatMap(([name, field]) => {
    const value = isAnswers(source) && field.storage === 'keep' ? source[name] : null
    return value === null || value === undefined ? [] : [[name, field.toDraft(value)]]
  })
  return { ...Object.fromEntries(present), ...action.initial?.(subject, given) }
}
