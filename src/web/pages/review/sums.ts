import { penceOf, poundsOf, type Pence } from '#domain/money'
import { mapProceeds, totalProceeds } from '#domain/project'
import type { MatchReview, ReviewItem } from '#contract/match'
import type { ProceedsView } from '#contract/values'

/** The sums that an operator checks before accepting a match, in pounds and exact to the penny. */
export interface ReviewSums {
  bids: number
  offers: number
  costs: number
  asks: number
  surplus: number
  /** What buyers keep of their bids. */
  discount: number
  /** What suppliers receive beyond their asks. */
  bonus: number
  paid: number
  received: number
  /** For whom what is received is; null where no project won. */
  proceeds: ProceedsView | null
  /** Paid less received; nothing else than 0 is right. */
  left: number
}

const sumOf = (items: readonly ReviewItem[], amount: (item: ReviewItem) => number): Pence =>
  items.reduce((sum, item) => sum + penceOf(amount(item)), 0)

/** For whom the money is that some projects receive together, in pounds exact to the penny. */
export const proceedsOfAll = (items: readonly ReviewItem[]): ProceedsView | null => {
  const sum = totalProceeds(items.map(item => item.proceeds))
  return sum && mapProceeds(sum, pounds => poundsOf(penceOf(pounds)))
}

/** Adds up the items themselves, so that the totals shown are a check and not a repetition. */
export const sumsOf = (review: MatchReview): ReviewSums => {
  const projects = review.projects.filter(item => item.won)
  const requirements = review.requirements.filter(item => item.won)
  const bids = sumOf(requirements, item => item.value)
  const asks = sumOf(projects, item => Math.abs(item.value))
  const costs = sumOf(projects, item => item.costs)
  const paid = sumOf(requirements, item => item.payment)
  const received = -sumOf(projects, item => item.payment)
  return {
    bids: poundsOf(bids),
    offers: poundsOf(asks - costs),
    costs: poundsOf(costs),
    asks: poundsOf(asks),
    surplus: poundsOf(bids - asks),
    discount: poundsOf(sumOf(requirements, item => item.share)),
    bonus: poundsOf(sumOf(projects, item => item.share)),
    paid: poundsOf(paid),
    received: poundsOf(received),
    proceeds: proceedsOfAll(projects),
    left: poundsOf(paid - received),
  }
}

/** Do these amounts agree to the penny? */
export const agree = (a: number, b: number): boolean => penceOf(a) === penceOf(b)
