import type { Action, Answers } from '#actions/kit/action'
import type { AnyField, Choice } from '#actions/kit/fields'
import { declarationsFor, validateAnswers, repeatedRows, typedAnswers } from '#actions/kit/judge'
import { addDays, type Day } from '@credit-market/values/dates'
import type { ActionForm } from '#contract/kit/form'
import type { RandomNumberGenerator } from '@credit-market/matching/pricing/random'
import type { Upload } from '../builders/world.ts'

/** The input for choosing answers. */
export interface AnswerInput {
  action: Action
  form: ActionForm
  /** Preferred choices where possible: the round being played and what it trades. */
  usual: readonly string[]
  random: RandomNumberGenerator
  choicesAt: (source: string) => Promise<readonly Choice[]>
}

/** Answers that pass the form’s own validation, with their files. */
export interface ValidAnswers {
  values: Answers
  uploads: Record<string, Upload>
}

const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n'
const TRIES = 12

const dayFor = (name: string, today: Day, random: RandomNumberGenerator, field: AnyField): Day => {
  if (field.notInFuture) return addDays(today, -random.whole(0, 40))
  if (name.endsWith('Start')) return today
  if (name.endsWith('End')) return addDays(today, random.whole(60, 400))
  if (name === 'mitigationBegins') return addDays(today, random.whole(-200, 60))
  if (name === 'redemptionDate') return addDays(today, random.whole(1, 400))
  return addDays(today, random.whole(1, 900))
}

/** Supplies and bids are high, needs and asks low, so that there are some trades. */
const numberFor = (name: string, { action, random }: AnswerInput): number => {
  if (name.startsWith('years')) return random.whole(1, 4)
  if (name.startsWith('bid')) return random.whole(1_000, 900_000)
  if (name === 'offer' || action.name === 'SetCosts') return random.whole(1, 9_000)
  if (action.on === 'project') return random.pick([random.whole(1, 5), random.whole(10, 400)])
  return random.pick([random.whole(1, 5), random.whole(10, 20), random.whole(1, 8) / 4])
}

/** Preferred choices, so that supply and demand are likely to match. */
const USUAL = [
  ...['WetlandCreation', 'CoverCrops', 'BsiFlex701', 'BsiFlex704', 'BS8683'],
  ...['NCA142', 'Somerset', 'SomersetLevelsAndMoorsTone', 'BuyersAndInvestors'],
  ...['Grassland', 'Low', 'Pass', 'Yes'],
]

const usualOf = (choices: readonly Choice[], { usual, random }: AnswerInput): readonly Choice[] => {
  const known = choices.filter(({ id }) => usual.includes(id) || USUAL.includes(id))
  if (known.length > 0 && random.chance(0.9)) return known
  return random.chance(0.7) ? choices.slice(0, 2) : choices
}

const oneFrom = (choices: readonly Choice[], asked: AnswerInput): string =>
  asked.random.pick(usualOf(choices, asked)).id

const someOf = (choices: readonly Choice[], asked: AnswerInput): string[] =>
  asked.random
    .shuffled(usualOf(choices, asked))
    .slice(0, 3)
    .map(({ id }) => id)

const TEXTS = ['Sedge Farm', 'sedge@farm.example', '+441632960123', 'https://sedge.example']

/** An answer to one question, at least of the right type. */
const answerTo = async (
  name: string,
  field: AnyField,
  asked: AnswerInput,
  answers: Answers,
): Promise<unknown> => {
  const { random, form } = asked
  const { given } = form
  if (field.storage === 'declare')
    return declarationsFor(field, answers, given).map(({ id }) => ({ id, answer: true }))
  if (field.type === 'RichText')
    return { json: '{"root":{"children":[{"type":"text","text":"As agreed."}]}}' }
  const listed =
    field.choices ??
    (field.among ? ((given[field.among] ?? []) as Choice[]) : undefined) ??
    (field.source ? await asked.choicesAt(field.source) : undefined)
  const choices = listed?.filter(({ id }) => field.isChoiceAvailable?.(id, answers, given) ?? true)
  if (choices) {
    if (choices.length === 0) return undefined
    return field.type === 'SelectMulti' ? someOf(choices, asked) : oneFrom(choices, asked)
  }
  if (field.type === 'YesNo' || field.type === 'Boolean')
    return random.chance(name === 'isFixedTerm' ? 0.3 : 0.75) || !field.rule.safeParse(false).success
  if (field.type === 'Checkbox') return true
  if (field.type === 'Number') return numberFor(name, asked)
  if (field.type === 'Date') return dayFor(name, given.today, random, field)
  return TEXTS.find(text => field.rule.safeParse(text).success)
}

const rowsFor = async (field: AnyField, asked: AnswerInput, answers: Answers): Promise<unknown> =>
  Promise.all(
    repeatedRows(field, answers, asked.form.given).map(async row => ({
      id: row.id,
      ...Object.fromEntries(
        await Promise.all(
          Object.entries(field.perRow?.fields ?? {}).map(
            async ([sub, subField]) => [sub, await answerTo(sub, subField, asked, answers)] as const,
          ),
        ),
      ),
    })),
  )

/** Random answers to all questions of a form; null when it accepts none of the attempts. */
export const randomValidAnswers = async (asked: AnswerInput): Promise<ValidAnswers | null> => {
  const { action, form, random } = asked
  const { given } = form
  for (let tried = 0; tried < TRIES; tried += 1) {
    const uploads: Record<string, Upload> = {}
    let answers: Answers = { ...form.values }
    for (const [name, field] of Object.entries(action.fields)) {
      if (!(name in typedAnswers(action, answers, given))) continue
      const keeps = answers[name] !== undefined && answers[name] !== null && random.chance(0.3)
      if (keeps || (field.optional && random.chance(0.3))) continue
      if (field.storage === 'file') {
        const kind = field.accept?.includes('pdf') ? 'pdf' : (field.accept?.[0] ?? 'pdf')
        if (kind !== 'pdf') continue
        uploads[name] = { name: `${name}.pdf`, content: PDF }
        answers = { ...answers, [name]: { id: name, name: `${name}.pdf` } }
      } else {
        const answer = field.perRow
          ? await rowsFor(field, asked, typedAnswers(action, answers, given))
          : await answerTo(name, field, asked, answers)
        answers = { ...answers, [name]: answer ?? null }
      }
    }
    const refused = validateAnswers(action, answers, given)
    if (Object.keys(refused).length === 0) {
      const values = Object.fromEntries(Object.entries(answers).filter(([name]) => !(name in uploads)))
      return { values, uploads }
    }
    if (refused.form) return null
  }
  return null
}
