import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type { MatchFlow, MatchSolution } from '@credit-market/matching/problem/match-solution'
import { showMoney, type Pence } from '@credit-market/values/money'
import { deriveRoundOutcome, type ItemOutcome } from '#domain/match/outcome'
import {
  criticalAmountText,
  organisationResultFigures,
  calculatePaymentSteps,
  resultSentences,
  type PaymentStep,
} from '#domain/match/result-words'
import { SCENES } from './scenes.ts'
import type { Setting } from './setting.ts'

/** Result of one offer or bid, in figures and words. */
export interface PracticeItemResult {
  id: string
  won: boolean
  /** Percent of a bid that won; 100 for a project. */
  percent: number
  value: Pence
  share: Pence
  /** Positive if the party pays, negative if it receives. */
  payment: Pence
  /** The reason for the result, and what would have changed it. */
  words: string
}

/** Result of the market for one party. */
export interface PracticePartyResult {
  id: string
  won: boolean
  value: Pence
  share: Pence
  payment: Pence
  sentences: readonly string[]
  /** Steps from bids or asking prices to the payment; empty if nothing won. */
  steps: readonly PaymentStep[]
  items: readonly PracticeItemResult[]
}

/** Result of a practice market for display; money in pence, quantities in ten-thousandths of a unit. */
export interface PracticeResult {
  /** The whole result in one sentence. */
  headline: string
  surplus: Pence
  tie: { decidedBy: number; note: string }
  parties: readonly PracticePartyResult[]
  flows: readonly MatchFlow[]
}

const itemOf = (item: ItemOutcome): PracticeItemResult => ({
  id: item.id,
  won: item.won,
  percent: item.percent,
  value: item.value,
  share: item.share,
  payment: item.payment,
  words: [
    item.sentence,
    ...(item.critical === null ? [] : [criticalAmountText(item.of, item.critical)]),
  ].join(' '),
})

/** Surplus that the other parties would lose without a winner; its share is based on it. */
const addedText = (name: string, marginal: Pence): string =>
  `Without ${name} the surplus would be ${showMoney(marginal)} less.`

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** The whole result in one sentence; amounts as text. */
const headlineText = (
  offers: { won: number; of: number },
  bids: { won: number; of: number },
  { paid, surplus }: { paid: string; surplus: string },
): string =>
  offers.won === 0
    ? 'No one trades: no match of these offers and bids has a surplus.'
    : `${offers.won} of ${offers.of} offers and ${bids.won} of ${bids.of} bids win. Buyers pay ${paid} in total and share a surplus of ${surplus} with the suppliers.`

/** Explains the match of a practice market to each of its parties, in the words of the product. */
export const explainPracticeResult = (
  setting: Setting,
  problem: MatchProblem,
  solution: MatchSolution,
): PracticeResult => {
  const outcome = deriveRoundOutcome(problem, solution)
  const { parties } = SCENES[setting.scene]
  const marginal = new Map(
    solution.comparison.vcg.map(({ organisationId, share }) => [organisationId, share]),
  )
  const told = parties.map(({ id, name, side }): PracticePartyResult => {
    const items = outcome.items.filter(item => item.organisationId === id)
    const its = outcome.organisations.find(one => one.organisationId === id)
    const figures = { value: its?.value ?? 0, share: its?.share ?? 0, payment: its?.payment ?? 0 }
    const added = marginal.get(id)
    return {
      id,
      won: its !== undefined,
      ...figures,
      sentences: [
        ...resultSentences(organisationResultFigures(outcome, id), name),
        ...(added === undefined ? [] : [addedText(name, added)]),
      ],
      steps: its
        ? calculatePaymentSteps({
            bids: side === 'buyer' ? figures.value : 0,
            offers: side === 'supplier' ? -figures.value : 0,
            costs: 0,
            share: figures.share,
            payment: figures.payment,
          }).filter(({ of }) => of !== 'costs')
        : [],
      items: items.map(itemOf),
    }
  })
  const won = (of: ItemOutcome['of']) => outcome.items.filter(item => item.of === of && item.won).length
  const paid = sum(told.map(({ payment }) => Math.max(0, payment)))
  return {
    headline: headlineText(
      { won: won('project'), of: problem.projects.length },
      { won: won('requirement'), of: problem.requirements.length },
      { paid: showMoney(paid, true), surplus: showMoney(outcome.surplus) },
    ),
    surplus: outcome.surplus,
    tie: { decidedBy: solution.tie.decidedBy, note: solution.tie.note },
    parties: told,
    flows: solution.flows,
  }
}
