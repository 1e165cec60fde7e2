import type { Action, Answers, Facts } from './action.ts'
import { REQUIRED, type AnyField, type Choice, type Fields } from './fields.ts'

/** A declaration as a form puts it. */
export interface DeclarationToMake extends Choice {
  declaration: string
  category: string
  roundId: string
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** An empty list is no answer to an optional question; to others it is an answer, and a wrong one. */
const isUnanswered = (field: AnyField, value: unknown): boolean =>
  isEmpty(value) || (field.optional === true && Array.isArray(value) && value.length === 0)

/** The declarations that a field asks, given the round that the subject or an answer names. */
export const declarationsFor = (field: AnyField, answers: Answers, given: Facts): DeclarationToMake[] =>
  ((given.declarations ?? []) as DeclarationToMake[]).filter(
    made =>
      made.category === field.category &&
      (answers.marketRoundId === undefined || answers.marketRoundId === made.roundId),
  )

const choicesOf = (field: AnyField, given: Facts): Choice[] | undefined =>
  field.among ? ((given[field.among] ?? []) as Choice[]) : undefined

const judgeOne = (field: AnyField, value: unknown, answers: Answers, given: Facts): string | undefined => {
  if (field.storage === 'declare') {
    const answered = new Map(
      ((value ?? []) as { id: string; answer: boolean }[]).map(({ id, answer }) => [id, answer]),
    )
    const agreed = declarationsFor(field, answers, given).every(({ id }) => answered.get(id) === true)
    return agreed ? undefined : field.whenEmpty
  }
  if (isUnanswered(field, value)) return field.optional ? undefined : (field.whenEmpty ?? REQUIRED)
  const judged = field.rule.safeParse(value)
  if (!judged.success) return judged.error.issues[0]?.message ?? REQUIRED
  if (field.notInFuture && (value as string) > given.today) return 'Cannot be in the future'
  const among = choicesOf(field, given)
  const chosen = Array.isArray(value) ? (value as unknown[]) : [value]
  if (among && !chosen.every(one => among.some(choice => choice.id === one))) return 'Choose one of the list'
  return undefined
}

/** The rows of a field that is asked once per row. */
export const rowsOf = (field: AnyField, answers: Answers, given: Facts): readonly Choice[] =>
  field.perRow ? field.perRow.rowsOf(answers as never, given as never) : []

const rowAnswers = (value: unknown, rowId: string): Answers =>
  (Array.isArray(value) ? (value as Answers[]) : []).find(row => row?.id === rowId) ?? { id: rowId }

/** An answer such as `nextAction.date` may also come as a `date` within `nextAction`. */
const answerTo = (answers: Answers, [outer = '', inner = '']: string[]): unknown =>
  answers[`${outer}.${inner}`] ?? (answers[outer] as Answers | null | undefined)?.[inner]

/** The answers with those of hidden questions forgotten, judged top to bottom: a hidden answer does not count for later ones. */
export const visibleAnswers = (
  action: Pick<Action, 'fields' | 'show'>,
  answers: Answers,
  given: Facts,
): Answers => {
  const seen: Answers = {}
  for (const name of Object.keys(action.fields))
    if (!action.show?.[name] || action.show[name](seen, given))
      seen[name] = name.includes('.') ? answerTo(answers, name.split('.')) : answers[name]
  return seen
}

/** Is this question asked, with these answers so far? */
export const isShown = (action: Action, name: string, answers: Answers, given: Facts): boolean =>
  name in visibleAnswers(action, answers, given)

/** The one validator, in the browser and on the server: messages by field, `form` for the whole; empty when all is right. */
export const judge = (action: Action, answers: Answers, given: Facts): Record<string, string> => {
  const seen = visibleAnswers(action, answers, given)
  const messages: Record<string, string> = {}
  for (const [name, field] of Object.entries(action.fields)) {
    if (!(name in seen)) continue
    if (field.perRow) {
      for (const row of rowsOf(field, seen, given))
        for (const [sub, subField] of Object.entries(field.perRow.fields)) {
          const message = judgeOne(subField, rowAnswers(seen[name], row.id)[sub], seen, given)
          if (message) messages[`${name}.${row.id}.${sub}`] = message
        }
      continue
    }
    const message = judgeOne(field, seen[name], seen, given)
    if (message) messages[name] = message
  }
  for (const [name, message] of Object.entries(action.check?.(seen, given) ?? {}))
    if (message && !(name in messages)) messages[name] = message
  return messages
}

/** Warnings: as messages, but they do not block. */
export const warnings = (
  action: Action,
  answers: Answers,
  subject: object,
  given: Facts,
): Record<string, string> => {
  const found = action.warn?.(visibleAnswers(action, answers, given), subject, given) ?? {}
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

const savedOf = (fields: Fields, answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      isUnanswered(field, answers[name]) ? null : field.toSaved(field.rule.parse(answers[name]) as never),
    ]),
  )

/** The accepted answers as they are stored: hidden and empty ones null, unknown ones dropped. Call after `judge` found nothing. */
export const answered = (action: Action, answers: Answers, given: Facts): Answers => {
  const seen = visibleAnswers(action, answers, given)
  const asked = Object.fromEntries(Object.entries(action.fields).filter(([, field]) => !field.perRow))
  const values = savedOf(asked, seen)
  for (const [name, field] of Object.entries(action.fields))
    if (field.perRow)
      values[name] = rowsOf(field, seen, given).map(row => ({
        ...savedOf(field.perRow?.fields ?? {}, rowAnswers(seen[name], row.id)),
        id: row.id,
      }))
  return values
}

/** The first answers of a form: the action's own, else the subject's present values. */
export const firstAnswers = (action: Action, subject: object, given: Facts): Answers => {
  const stored = subject as Record<string, unknown>
  const nested = typeof action.effect === 'object' ? stored[action.effect.saveAs] : undefined
  const source = (nested ?? (typeof action.effect === 'object' ? {} : stored)) as Record<string, unknown>
  const present = Object.fromEntries(
    Object.entries(action.fields)
      .filter(([name, field]) => field.storage === 'keep' && (source[name] ?? null) !== null)
      .map(([name, field]) => [name, field.toDraft(source[name] as never)]),
  )
  return { ...present, ...action.initial?.(subject, given) }
}
