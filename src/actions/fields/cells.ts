import type { Answers, ActionFacts } from '../kit/action.ts'
import type { AnyField, Choice, Fields } from '../kit/fields.ts'
import { choicesOf } from '../kit/judge.ts'

/** Answers in a row of a list, and the errors of its cells. */
export interface CellAnswers {
  answers: Answers
  messages: Record<string, string>
}

const UK_DAY = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/
const FEW_CHOICES = 12

const chosen = (text: string, choices: readonly Choice[]): Choice | undefined => {
  const wanted = text.toLowerCase()
  return choices.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted)
}

const notAmong = (text: string, choices: readonly Choice[]): string =>
  choices.length === 0
    ? `“${text}” cannot be chosen in this market round`
    : choices.length <= FEW_CHOICES
      ? `“${text}” is not one of ${choices.map(({ name }) => name).join(', ')}`
      : `“${text}” is not one of the choices in the form`

type Read = { answer: unknown } | { message: string }

const day = (text: string): string =>
  text.replace(
    UK_DAY,
    (_, d: string, m: string, y: string) => `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`,
  )

const yesOrNo = (text: string): Read => {
  if (/^(yes|y|true)$/i.test(text)) return { answer: true }
  return /^(no|n|false)$/i.test(text) ? { answer: false } : { message: `“${text}” is neither Yes nor No` }
}

const numberIn = (text: string): Read => {
  const plain = text.replace(/^£|(?<=\d),(?=\d{3}(\D|$))/g, '')
  return /^-?\d+(\.\d+)?$/.test(plain) ? { answer: Number(plain) } : { message: `“${text}” is not a number` }
}

const among = (text: string, choices: readonly Choice[]): Read => {
  const choice = chosen(text, choices)
  return choice ? { answer: choice.id } : { message: notAmong(text, choices) }
}

const several = (text: string, choices: readonly Choice[]): Read => {
  const parts = text.split('|').map(part => part.trim())
  const unknown = parts.find(part => !chosen(part, choices))
  return unknown === undefined
    ? { answer: parts.map(part => chosen(part, choices)?.id) }
    : { message: notAmong(unknown, choices) }
}

const readCell = (field: AnyField, text: string, given: ActionFacts): Read => {
  const choices = choicesOf(field, given) ?? []
  switch (field.type) {
    case 'Number':
      return numberIn(text)
    case 'YesNo':
    case 'Boolean':
      return yesOrNo(text)
    case 'Date':
      return { answer: day(text) }
    case 'Select':
      return among(text, choices)
    case 'SelectMulti':
      return several(text, choices)
    case 'Input':
    case 'TextArea':
    case 'Phone':
    case 'Checkbox':
    case 'Password':
    case 'RichText':
    case 'DateTime':
    case 'Time':
    case 'File':
    case 'Corners':
      return { answer: text }
  }
}

/** Parses the cells of a row as answers to the fields of the same names; an empty cell gives no answer. */
export const parseCells = (
  fields: Fields,
  cells: Readonly<Record<string, string>>,
  given: ActionFacts,
): CellAnswers => {
  const found: CellAnswers = { answers: {}, messages: {} }
  for (const [name, field] of Object.entries(fields)) {
    const text = cells[name]
    if (!text) continue
    const read = readCell(field, text, given)
    if ('message' in read) found.messages[name] = read.message
    else found.answers[name] = read.answer
  }
  return found
}
