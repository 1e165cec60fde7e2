import { penceOf, poundsOf, type Pence } from '#domain/money'
import type { MatchReview, ReviewItem } from '#contract/match'

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
  /** Paid less received; nothing else than 0 is right. */
  left: number
}

const sumOf = (items: readonly ReviewItem[], amount: (item: ReviewItem) => number): Pence =>
  items.reduce((sum, item) => sum + penceOf(amount(item)), 0)

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
    left: poundsOf(paid - received),
  }
}

/** Do these amounts agree to the penny? */
export const agree = (a: number, b: number): boolean => penceOf(a) === penceOf(b)
