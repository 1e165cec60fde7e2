import { penceOf, showMoney } from '#domain/money'
import type { ItemResult } from '#domain/wire/project'

const exact = (pounds: number): string => showMoney(penceOf(pounds), true)

/** A bid or an offer as it was typed: pence only where there are any. */
const plain = (pounds: number): string => showMoney(penceOf(pounds), penceOf(pounds) % 100 !== 0)

/** Who is spoken to: the owner itself, or somebody who reads about it. */
export interface Voice {
  subject: string
  possessive: string
  pronoun: string
  isYou: boolean
}

export const YOU: Voice = { subject: 'You', possessive: 'Your', pronoun: 'you', isYou: true }

/** The voice for a reader who is not the owner. */
export const voiceOf = (name: string): Voice => ({
  subject: name,
  possessive: 'Its',
  pronoun: 'it',
  isYou: false,
})

/** What a bidder bid, keeps and pays, in plain sentences. */
export const bidSentences = (result: ItemResult, bid: number | null, voice: Voice): string[] => {
  if (!result.won) return bid === null ? [] : [`${voice.subject} bid ${plain(bid)}.`]
  const part = result.ongoingOnly
    ? ' for the ongoing units alone'
    : result.percent < 100
      ? ` for the ${Math.round(result.percent * 100) / 100}% that was won`
      : ''
  return [
    `${voice.subject} bid ${plain(result.value)}${part}.`,
    `${voice.possessive} share of the surplus is ${exact(result.share)}, so ${voice.pronoun} ` +
      `${voice.isYou ? 'pay' : 'pays'} ${exact(result.payment)}.`,
  ]
}

/** What a supplier asked, gains and receives, in plain sentences. */
export const offerSentences = (
  result: ItemResult,
  offer: number | null,
  costs: number | null,
  voice: Voice,
): string[] => {
  const asked =
    offer === null
      ? []
      : [
          costs
            ? `${voice.subject} offered ${plain(offer)}; with costs of ${plain(costs)} the total ask was ${plain(offer + costs)}.`
            : `${voice.subject} offered ${plain(offer)}.`,
        ]
  if (!result.won) return asked
  return [
    ...asked,
    `${voice.possessive} share of the surplus is ${exact(result.share)}, so ${exact(Math.abs(result.payment))} ` +
      `is received for the project.`,
  ]
}
