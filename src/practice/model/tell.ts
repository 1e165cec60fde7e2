import type { MatchProblem } from '#domain/match-problem'
import type { MatchFlow, MatchSolution } from '#domain/match-solution'
import { showMoney, type Pence } from '#domain/money'
import { outcomeOf, type ItemOutcome } from '#domain/outcome'
import {
  criticalText,
  figuresOf,
  paymentSteps,
  resultSentences,
  type PaymentStep,
} from '#domain/result-words'
import { SCENES } from './scenes.ts'
import type { Setting } from './setting.ts'

/** What became of one offer or bid, in figures and words. */
export interface ToldItem {
  id: string
  won: boolean
  /** Percent of a bid that won; 100 of a project. */
  percent: number
  value: Pence
  share: Pence
  /** Positive pays, negative receives. */
  payment: Pence
  /** Why, and what would have changed it. */
  words: string
}

/** What the market means for one party. */
export interface ToldParty {
  id: string
  won: boolean
  value: Pence
  share: Pence
  payment: Pence
  sentences: readonly string[]
  /** From its bids or asks to what it pays or receives; empty where nothing won. */
  steps: readonly PaymentStep[]
  items: readonly ToldItem[]
}

/** The result of a practice market, ready to be drawn; money in pence, quantities in ten-thousandths of a unit. */
export interface Told {
  /** The whole result in one sentence. */
  headline: string
  surplus: Pence
  tie: { decidedBy: number; note: string }
  parties: readonly ToldParty[]
  flows: readonly MatchFlow[]
}

const itemOf = (item: ItemOutcome): ToldItem => ({
  id: item.id,
  won: item.won,
  percent: item.percent,
  value: item.value,
  share: item.share,
  payment: item.payment,
  words: [item.sentence, ...(item.critical === null ? [] : [criticalText(item.of, item.critical)])].join(' '),
})

/** What the others would lose without a winner: the ground of its share. */
const addedText = (name: string, marginal: Pence): string =>
  `Without ${name} the surplus would be ${showMoney(marginal)} less.`

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

const count = (many: number, of: number, name: string): string => `${many} of ${of} ${name}s`

/** Tells the result of a match of a practice market to everybody in it, in the words of the product. */
export const tell = (setting: Setting, problem: MatchProblem, solution: MatchSolution): Told => {
  const outcome = outcomeOf(problem, solution)
  const { parties } = SCENES[setting.scene]
  const marginal = new Map(
    solution.comparison.vcg.map(({ organisationId, share }) => [organisationId, share]),
  )
  const told = parties.map(({ id, name, side }): ToldParty => {
    const items = outcome.items.filter(item => item.organisationId === id)
    const its = outcome.organisations.find(one => one.organisationId === id)
    const figures = { value: its?.value ?? 0, share: its?.share ?? 0, payment: its?.payment ?? 0 }
    const added = marginal.get(id)
    return {
      id,
      won: its !== undefined,
      ...figures,
      sentences: [
        ...resultSentences(figuresOf(outcome, id), name),
        ...(added === undefined ? [] : [addedText(name, added)]),
      ],
      steps: its
        ? paymentSteps({
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
    headline:
      won('project') === 0
        ? 'Nobody trades: no offers and bids fit together at a surplus.'
        : `${count(won('project'), problem.projects.length, 'offer')} and ${count(won('requirement'), problem.requirements.length, 'bid')} win: buyers pay ${showMoney(paid, true)} in all, and a surplus of ${showMoney(outcome.surplus)} is shared.`,
    surplus: outcome.surplus,
    tie: { decidedBy: solution.tie.decidedBy, note: solution.tie.note },
    parties: told,
    flows: solution.flows,
  }
}
