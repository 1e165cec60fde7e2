import type { MatchGap } from '#contract/round/instance'
import { notProvenSentence } from '#domain/unfinished-match/messages'
import { penceOf } from '@credit-market/values/money'

/** Says how far a match that is not proven may be below the best possible one. */
export const gapText = ({ pounds, part }: MatchGap): string =>
  notProvenSentence({ pence: pounds === null ? null : penceOf(pounds), part })

/** Sentence about the organisations that won nothing. */
export const wonNothingText = (organisations: number): string =>
  organisations === 1
    ? '1 organisation won nothing, so it pays and receives nothing.'
    : `${organisations} organisations won nothing, so they pay and receive nothing.`

/** Links that download a part of a match. */
export const MATCH_DOWNLOAD_LINKS = {
  winners: 'Download the winners as CSV',
  dataset: 'Download the dataset as CSV',
} as const
