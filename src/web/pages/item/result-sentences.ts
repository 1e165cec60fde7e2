import { penceOf, showMoney } from '@credit-market/values/money'
import { mapProceedsAmounts } from '#domain/project/project'
import { proceedsText } from '#domain/match/result-words'
import type { ItemResult } from '#contract/round/item-result'

/** All amounts of a result are shown with their pence. */
const exact = (pounds: number): string => showMoney(penceOf(pounds), true)

/** Grammatical person of the sentences: "you" for the owner, the third person for other readers. */
export interface GrammaticalPerson {
  subject: string
  isYou: boolean
}

export const SECOND_PERSON: GrammaticalPerson = { subject: 'You', isYou: true }

/** The third person, for readers who are not the owner. */
export const thirdPersonGrammar = (name: string): GrammaticalPerson => ({
  subject: name,
  isYou: false,
})

/** Sentences that say what a bidder bid, keeps and pays. */
export const bidSentences = (result: ItemResult, bid: number | null, person: GrammaticalPerson): string[] => {
  if (!result.won) return bid === null ? [] : [`${person.subject} bid ${exact(bid)}.`]
  const amount = exact(result.value)
  const share = exact(result.share)
  const payment = exact(result.payment)
  return [
    result.ongoingOnly
      ? `${person.subject} bid ${amount} for ongoing units only.`
      : result.percent < 100
        ? `${person.subject} bid ${amount} for the ${Math.round(result.percent * 100) / 100}% that was won.`
        : `${person.subject} bid ${amount}.`,
    person.isYou
      ? `Your share of the surplus is ${share}, so you pay ${payment}.`
      : `Its share of the surplus is ${share}, so it pays ${payment}.`,
  ]
}

/** Sentences that say what a supplier asked, gains and receives. */
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
            ? `${person.subject} offered ${exact(offer)}. With costs of ${exact(costs)}, the asking price was ${exact(offer + costs)}.`
            : `${person.subject} offered ${exact(offer)}.`,
        ]
  if (!result.won) return asked
  const { proceeds } = result
  const parts = proceedsText(
    proceeds && mapProceedsAmounts(proceeds, penceOf),
    person.isYou ? 'you' : 'the supplier',
  )
  const share = exact(result.share)
  const payment = exact(Math.abs(result.payment))
  const received = parts
    ? `${payment} is received for the project: ${parts}`
    : `${payment} is received for the project`
  return [
    ...asked,
    person.isYou
      ? `Your share of the surplus is ${share}, so ${received}.`
      : `Its share of the surplus is ${share}, so ${received}.`,
  ]
}
