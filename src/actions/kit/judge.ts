import type { DeclarationToMake } from '#contract/form'
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

/** The choices that are available with the answers so far. */
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

const judgeOne = (field: AnyField, value: unknown, answers: Answers, given: Facts): string | undefined => {
  if (field.storage === 'declare') {
    const agreed = declarationsFor(field, answers, given).every(({ id }) => rowOf(value, id).answer === true)
    return agreed ? undefined : field.whenEmpty
  }
  if (isUnanswered(field, value)) return field.optional ? undefined : (field.whenEmpty ?? FIELD_REQUIRED)
  const judged = field.rule.safeParse(value)
  if (!judged.success) return judged.error.issues[0]?.message ?? FIELD_REQUIRED
  if (field.notInFuture && String(value) > given.today) return 'Cannot be in the future'
  const among = field.among === undefined ? undefined : choicesOf(field, given)
  const isAmong = (one: unknown): boolean => among?.some(choice => choice.id === one) ?? true
  return [value].flat().every(isAmong) ? undefined : 'Choose one of the list'
}

/** The rows of a field that is asked once per row. */
export const rowsOf = (field: AnyField, answers: Answers, given: Facts): readonly Choice[] =>
  field.perRow?.rowsOf(answers, given) ?? []

/** An answer such as `nextAction.date` may also come as a `date` within `nextAction`. */
const answerTo = (answers: Answers, [outer = '', inner = '']: string[]): unknown => {
  const within = answers[outer]
  return answers[`${outer}.${inner}`] ?? (isAnswers(within) ? within[inner] : undefined)
}

/** The answers with those of hidden questions forgotten, judged top to bottom: a hidden answer does not count for later ones. */
export const visibleAnswers = ({ fields, show }: Asking, answers: Answers, given: Facts): Answers => {
  const seen: Answers = {}
  for (const name of Object.keys(fields))
    if (!show?.[name] || show[name](seen, given))
      seen[name] = name.includes('.') ? answerTo(answers, name.split('.')) : answers[name]
  return seen
}

/** Is this question asked, with these answers so far? */
export const isShown = (action: Action, name: string, answers: Answers, given: Facts): boolean =>
  name in visibleAnswers(action, answers, given)

/** The one validator, in the browser and on the server: messages by field, `form` for the whole; empty when all is right. */
export const judge = (asking: Asking, answers: Answers, given: Facts): Record<string, string> => {
  const seen = visibleAnswers(asking, answers, given)
  const messages: Record<string, string> = {}
  const note = (name: string, message: string | undefined): void => {
    if (message) messages[name] ??= message
  }
  for (const [name, field] of Object.entries(asking.fields)) {
    if (!(name in seen)) continue
    if (!field.perRow) note(name, judgeOne(field, seen[name], seen, given))
    for (const row of rowsOf(field, seen, given))
      for (const [sub, subField] of Object.entries(field.perRow?.fields ?? {}))
        note(`${name}.${row.id}.${sub}`, judgeOne(subField, rowOf(seen[name], row.id)[sub], seen, given))
  }
  for (const [name, message] of Object.entries(asking.check?.(seen, given) ?? {})) note(name, message)
  return messages
}

const said = (found: Record<string, string | undefined> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])))

/** Warnings: as messages, but they do not block. */
export const warnings = (
  action: Action,
  answers: Answers,
  subject: object,
  given: Facts,
): Record<string, string> => said(action.warn?.(visibleAnswers(action, answers, given), subject, given))

/** What stands beside answers, by field: what they come to. */
export const besides = (
  action: Pick<Action, 'beside'> & Asking,
  answers: Answers,
  given: Facts,
): Record<string, string> => said(action.beside?.(visibleAnswers(action, answers, given), given))

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
  const seen = visibleAnswers(action, answers, given)
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
