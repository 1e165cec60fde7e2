import type { RequiredDeclaration } from '#contract/kit/form'
import { parseWith } from '#contract/people/rules'
import { FIELD_REQUIRED } from '#domain/values/messages'
import type { Action, Answers, ActionFacts } from './action.ts'
import type { AnyField, Choice, Fields } from './fields.ts'

/** The questions and rules of any form: of an action, or about an account. */
export type FormRules = Pick<Action, 'fields' | 'show' | 'check'>

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const isAnswers = (value: unknown): value is Answers => typeof value === 'object' && value !== null

/** An empty list does not answer an optional question; for other questions it is an answer, and a wrong one. */
const isUnanswered = (field: AnyField, value: unknown): boolean =>
  isEmpty(value) || (field.optional === true && Array.isArray(value) && value.length === 0)

/** Declarations of a field, from the round that the subject or an answer names. */
export const declarationsFor = (
  field: AnyField,
  { marketRoundId }: Answers,
  { declarations = [] }: ActionFacts,
): RequiredDeclaration[] =>
  declarations.filter(
    made =>
      made.category === field.category && (marketRoundId === undefined || marketRoundId === made.roundId),
  )

const isChoice = (value: unknown): value is Choice => isAnswers(value) && typeof value.id === 'string'

/** Choices of a field: fixed, or from `given`; undefined if they are not known here. */
export const choicesOf = (field: AnyField, given: ActionFacts): readonly Choice[] | undefined =>
  field.among === undefined ? field.choices : listed(given[field.among]).filter(isChoice)

/** Choices that are available with the typed answers so far. */
export const availableChoices = (
  field: AnyField,
  answers: Answers,
  given: ActionFacts,
): readonly Choice[] | undefined =>
  choicesOf(field, given)?.filter(({ id }) => field.isChoiceAvailable?.(id, answers, given) ?? true)

const rowOf = (value: unknown, rowId: string): Answers =>
  listed(value)
    .filter(isAnswers)
    .find(row => row.id === rowId) ?? {}

/** Error of an answer that passes its field's rule, or of a missing one. */
const judgeOne = (
  field: AnyField,
  value: unknown,
  answers: Answers,
  given: ActionFacts,
): string | undefined => {
  if (field.storage === 'declare') {
    if (field.optional && value === null) return undefined
    const agreed = declarationsFor(field, answers, given).every(({ id }) => rowOf(value, id).answer === true)
    return agreed ? undefined : field.whenEmpty
  }
  if (isEmpty(value)) return field.optional ? undefined : (field.whenEmpty ?? FIELD_REQUIRED)
  if (field.notInFuture && String(value) > given.today) return 'Cannot be in the future'
  if (field.onlyInFuture && String(value) <= given.today) return 'Must be after today'
  const among = field.among === undefined ? undefined : choicesOf(field, given)
  const isAmong = (one: unknown): boolean => among?.some(choice => choice.id === one) ?? true
  return [value].flat().every(isAmong) ? undefined : 'Choose one from the list'
}

/** Rows for which a field is asked, given the answers to the others; none if it is not repeated per row. */
export const repeatedRows = (field: AnyField, answers: Answers, given: ActionFacts): readonly Choice[] =>
  field.perRow?.rowsOf(answers, given) ?? []

/** An answer such as `nextAction.date` may also arrive as a `date` within `nextAction`. */
const answerTo = (answers: Answers, name: string): unknown => {
  if (!name.includes('.')) return Object.hasOwn(answers, name) ? answers[name] : undefined
  const [outer = '', inner = ''] = name.split('.')
  const within = answers[outer]
  return answers[name] ?? (isAnswers(within) ? within[inner] : undefined)
}

/** Answers as the rules of an action see them: each has passed the rule of its field, or is null. */
interface Typed {
  answers: Answers
  /** Errors of the other answers by the rules of their fields, by message name. */
  wrong: Record<string, string>
}

const typedOne = (typed: Typed, key: string, field: AnyField, value: unknown): unknown => {
  if (isUnanswered(field, value)) return null
  const read = parseWith(field.rule, value)
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

const typedOf = ({ fields, show }: FormRules, answers: Answers, given: ActionFacts): Typed => {
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
 * Answers to visible questions, as rules see them: each has passed the rule of its field, or is null. They are validated top to
 * bottom: a hidden answer does not count for later ones.
 */
export const typedAnswers = (asking: FormRules, answers: Answers, given: ActionFacts): Answers =>
  typedOf(asking, answers, given).answers

/** Removes the answers of hidden questions. */
export const visibleAnswers = (asking: FormRules, answers: Answers, given: ActionFacts): Answers =>
  Object.fromEntries(
    Object.keys(typedAnswers(asking, answers, given)).map(name => [name, answerTo(answers, name)]),
  )

/** Says whether this question is visible with the answers so far. */
export const isFieldVisible = (action: Action, name: string, answers: Answers, given: ActionFacts): boolean =>
  name in typedAnswers(action, answers, given)

/** Applies the action's own changes of answers that depend on others. */
export const normaliseAnswers = (
  asking: FormRules & Pick<Action, 'normalise'>,
  answers: Answers,
  given: ActionFacts,
): Answers => {
  if (!asking.normalise) return answers
  const { answers: typed } = typedOf({ fields: asking.fields }, answers, given)
  const changed = Object.entries(asking.normalise(typed, given)).filter(
    ([name, value]) => !Object.is(value, typed[name]),
  )
  return { ...answers, ...Object.fromEntries(changed) }
}

/** The only validator, in the browser and on the server: messages by field, `form` for the whole; empty if everything is right. */
export const validateAnswers = (
  asking: FormRules,
  answers: Answers,
  given: ActionFacts,
): Record<string, string> => {
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
    for (const row of repeatedRows(field, seen, given))
      for (const [sub, subField] of Object.entries(field.perRow?.fields ?? {}))
        judgeAt(`${name}.${row.id}.${sub}`, subField, rowOf(seen[name], row.id)[sub])
  }
  for (const [name, message] of Object.entries(asking.check?.(seen, given) ?? {})) note(name, message)
  return messages
}

const said = <T>(found: Record<string, T | undefined> = {}): Record<string, T> =>
  Object.fromEntries(Object.entries(found).filter((entry): entry is [string, T] => Boolean(entry[1])))

/** Warnings: like messages, but they do not block. */
export const formWarnings = (
  action: Action,
  answers: Answers,
  subject: object,
  given: ActionFacts,
): Record<string, string> => said(action.warn?.(typedAnswers(action, answers, given), subject, given))

/** Live feedback on answers, by field. */
export const liveFieldFeedback = (
  action: Pick<Action, 'beside'> & FormRules,
  answers: Answers,
  given: ActionFacts,
) => said(action.beside?.(typedAnswers(action, answers, given), given))

/** Accepted answers as they are stored: empty ones null, unknown ones dropped. */
export const toStoredAnswers = (fields: Fields, answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      isUnanswered(field, answers[name]) ? null : field.toSaved(field.rule.parse(answers[name])),
    ]),
  )

/** Accepted answers of a form, with null for hidden questions. Call it only after `validateAnswers` found no error. */
export const acceptedAnswers = (action: Action, answers: Answers, given: ActionFacts): Answers => {
  const seen = typedAnswers(action, answers, given)
  for (const [name, field] of Object.entries(action.fields))
    if (field.perRow)
      seen[name] = repeatedRows(field, seen, given).map(({ id }) => ({ ...rowOf(seen[name], id), id }))
  return toStoredAnswers(action.fields, seen)
}

/** First answers of a form: the action's own, otherwise the subject's current values. */
export const initialAnswers = (action: Action, subject: object, given: ActionFacts): Answers => {
  const stored: Answers = { ...subject }
  const source = typeof action.effect === 'object' ? stored[action.effect.saveAs] : stored
  const present = Object.entries(action.fields).flatMap(([name, field]) => {
    const value = isAnswers(source) && field.storage === 'keep' ? source[name] : null
    return value === null || value === undefined ? [] : [[name, field.toDraft(value)]]
  })
  return { ...Object.fromEntries(present), ...action.initial?.(subject, given) }
}
