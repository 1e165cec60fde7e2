import { penceOf, showMoney } from '#domain/money'
import type { ItemResult } from '#contract/project'

const exact = (pounds: number): string => showMoney(penceOf(pounds), true)

/** A bid or an offer as it was typed: pence only where there are any. */
const plain = (pounds: number): string => showMoney(penceOf(pounds), penceOf(pounds) % 100 !== 0)

/** Who is spoken to: the owner itself, or somebody who reads about it. */
export interface GrammaticalPerson {
  subject: string
  possessive: string
  pronoun: string
  isYou: boolean
}

export const YOU: GrammaticalPerson = { subject: 'You', possessive: 'Your', pronoun: 'you', isYou: true }

/** The person for a reader who is not the owner. */
export const thirdPerson = (name: string): GrammaticalPerson => ({
  subject: name,
  possessive: 'Its',
  pronoun: 'it',
  isYou: false,
})

/** What a bidder bid, keeps and pays, in plain sentences. */
export const bidSentences = (result: ItemResult, bid: number | null, person: GrammaticalPerson): string[] => {
  if (!result.won) return bid === null ? [] : [`${person.subject} bid ${plain(bid)}.`]
  const part = result.ongoingOnly
    ? ' for the ongoing units alone'
    : result.percent < 100
      ? ` for the ${Math.round(result.percent * 100) / 100}% that was won`
      : ''
  return [
    `${person.subject} bid ${plain(result.value)}${part}.`,
    `${person.possessive} share of the surplus is ${exact(result.share)}, so ${person.pronoun} ` +
      `${person.isYou ? 'pay' : 'pays'} ${exact(result.payment)}.`,
  ]
}

/** What a supplier asked, gains and receives, in plain sentences. */
export const offerSentences = (
  result: ItemResult,
  offer: number | null,
  costs: number | null,
  person: GrammaticalPerson,
): string[] => {
  const asked =
    offer === null
      ? []
      : [
          costs
            ? `${person.subject} offered ${plain(offer)}; with costs of ${plain(costs)} the total ask was ${plain(offer + costs)}.`
            : `${person.subject} offered ${plain(offer)}.`,
        ]
  if (!result.won) return asked
  return [
    ...asked,
    `${person.possessive} share of the surplus is ${exact(result.share)}, so ${exact(Math.abs(result.payment))} ` +
      `is received for the project.`,
  ]
}
