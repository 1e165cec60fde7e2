import { penceOf, poundsOf, type Pence } from '@credit-market/values/money'
import { mapProceedsAmounts, sumProceeds } from '#domain/project/project'
import type { MatchReview, ReviewItem } from '#contract/round/match'
import type { ProceedsView } from '#contract/kit/values'

/** Sums that an operator checks before accepting a match, in pounds and exact to the penny. */
export interface ReviewSums {
  bids: number
  offers: number
  costs: number
  asks: number
  surplus: number
  /** Amount that buyers save against their bids. */
  discount: number
  /** Amount that suppliers receive beyond their asks. */
  bonus: number
  paid: number
  received: number
  /** Breakdown of the amounts received by recipient; null if no project won. */
  proceeds: ProceedsView | null
  /** Paid minus received; must be 0. */
  left: number
}

const sumOf = (items: readonly ReviewItem[], amount: (item: ReviewItem) => number): Pence =>
  items.reduce((sum, item) => sum + penceOf(amount(item)), 0)

/**
 * Breakdown by recipient of the amounts that some projects receive together, in pounds and exact to the
 * penny.
 */
export const totalProceedsOf = (items: readonly ReviewItem[]): ProceedsView | null => {
  const sum = sumProceeds(items.map(item => item.proceeds))
  return sum && mapProceedsAmounts(sum, pounds => poundsOf(penceOf(pounds)))
}

/** Adds up the items themselves, so that the totals are an independent check. */
export const calculateReviewSums = (review: MatchReview): ReviewSums => {
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
    proceeds: totalProceedsOf(projects),
    left: poundsOf(paid - received),
  }
}

/** Returns true if two amounts are equal to the penny. */
export const isSameAmount = (a: number, b: number): boolean => penceOf(a) === penceOf(b)
