import { penceOf, showMoney } from '#domain/money'
import { mapProceeds } from '#domain/project'
import { proceedsText } from '#domain/result-words'
import type { ItemResult } from '#contract/item-result'

/** All amounts of a result are told with their pence. */
const exact = (pounds: number): string => showMoney(penceOf(pounds), true)

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
  if (!result.won) return bid === null ? [] : [`${person.subject} bid ${exact(bid)}.`]
  const part = result.ongoingOnly
    ? ' for the ongoing units alone'
    : result.percent < 100
      ? ` for the ${Math.round(result.percent * 100) / 100}% that was won`
      : ''
  return [
    `${person.subject} bid ${exact(result.value)}${part}.`,
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
            ? `${person.subject} offered ${exact(offer)}; with costs of ${exact(costs)} the total ask was ${exact(offer + costs)}.`
            : `${person.subject} offered ${exact(offer)}.`,
        ]
  if (!result.won) return asked
  const { proceeds } = result
  const parts = proceedsText(
    proceeds && mapProceeds(proceeds, penceOf),
    person.isYou ? 'you' : 'the supplier',
  )
  return [
    ...asked,
    `${person.possessive} share of the surplus is ${exact(result.share)}, so ${exact(Math.abs(result.payment))} ` +
      `is received for the project${parts && `: ${parts}`}.`,
  ]
}
