import type { Instant } from '@credit-market/values/dates'
import type { StoredRow } from '../values/subject.ts'
import type { RoundStatus } from './round.ts'

/** Statuses of a question of a round: the last two are final. */
export const ROUND_QUESTION_STATUSES = ['Asked', 'Answered', 'Declined'] as const
export type RoundQuestionStatus = (typeof ROUND_QUESTION_STATUSES)[number]

/**
 * A question that a participant asks the market operator about a round. Everyone reads the published wording and the answer; only
 * the market operator and the asker read the asker's own words, and who asked when.
 */
export interface RoundQuestion extends StoredRow {
  name: string
  roundId: string
  /** Organisation for which it is asked. */
  organisationId: string
  status: RoundQuestionStatus
  /** The question in the asker's own words. */
  question: string
  /** Person who asked. */
  askedBy: string
  askedAt: Instant
  /** Wording that everyone reads; null until it is answered. */
  publishedQuestion: string | null
  answer: string | null
  answeredAt: Instant | null
  /** Time of the last correction of the answer; null without one. */
  correctedAt: Instant | null
  /** Reason why it was declined, for the asker only. */
  reason: string | null
}

/** Statuses of a round in which participants can ask: they can until bids and offers close. */
export const ROUND_STATUSES_FOR_QUESTIONS = [
  'Open',
  'Closed',
  'OpenForBidsAndOffers',
] as const satisfies readonly RoundStatus[]

/** Unanswered questions that one organisation may have in one round. */
export const MAX_OPEN_QUESTIONS = 3

/** Characters of a question. */
export const MAX_QUESTION_LENGTH = 1000

/** Characters of an answer. */
export const MAX_ANSWER_LENGTH = 5000

const simplify = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/**
 * Names that a text contains as whole words, whatever their case and punctuation: "wren, ltd." contains "Wren Ltd". Names without
 * any word are never contained.
 */
export const namesIn = (text: string, names: readonly string[]): string[] => {
  const simple = simplify(text)
  return names.filter(name => simplify(name).trim() !== '' && simple.includes(simplify(name)))
}
