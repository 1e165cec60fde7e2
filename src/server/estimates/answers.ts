import { HABITAT_TYPES, type HabitatType } from '@credit-market/habitat-metric/habitat-types'
import { badRequestError } from '../runner/refusals.ts'
import { ambiguousHabitat, unknownHabitat } from './messages.ts'

/** Errors in the questions of a desk, by the name of the question. */
export type QuestionErrors<Q extends string = string> = Readonly<Partial<Record<Q, string>>>

/** The estimate that was asked for, or errors in the questions; no errors if nothing was asked yet. */
export type DeskAnswer<T, Q extends string = string> = { estimate: T } | { errors: QuestionErrors<Q> }

/** The estimate of an answer. Throws 400 with the first error, or with the given message if nothing was asked. */
export const requireEstimate = <T>(answer: DeskAnswer<T>, whenEmpty: string): T => {
  if ('estimate' in answer) return answer.estimate
  throw badRequestError(Object.values(answer.errors).find(Boolean) ?? whenEmpty)
}

const LARGEST = 100_000
const NUMBER = /^(?:\d+(?:\.\d*)?|\.\d+)$/
const SMALLEST = 0.0001

/** Parses a typed amount such as 4.2 or 1,200; null if it is none, or not between 0.0001 and 100,000. */
export const parseAmount = (typed: string): number | null => {
  const plain = typed.trim().replace(/,(?=\d{3}\b)/g, '')
  const amount = NUMBER.test(plain) ? Math.round(Number(plain) * 10_000) / 10_000 : NaN
  return amount >= SMALLEST && amount <= LARGEST ? amount : null
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()

const ownName = (label: string): string => label.slice(label.indexOf(' - ') + 3)

const MOST_CHOICES = 4

/** Finds a habitat by its id, its label, its own name or a part that only one has. The example is for the error. */
export const findHabitat = (typed: string, example = 'Lowland meadows'): HabitatType | { error: string } => {
  const said = plain(typed)
  const exact = HABITAT_TYPES.find(
    ({ id, label }) => id === typed.trim() || plain(label) === said || plain(ownName(label)) === said,
  )
  if (exact) return exact
  const like = said === '' ? [] : HABITAT_TYPES.filter(({ label }) => plain(label).includes(said))
  if (like.length === 1) return like[0]!
  return {
    error:
      like.length > 0 && like.length <= MOST_CHOICES
        ? ambiguousHabitat(
            typed,
            like.map(({ label }) => label),
          )
        : unknownHabitat(typed, example),
  }
}
