import type { Pence } from '@credit-market/values/money'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import type { HardBids } from './hard-bids.ts'

/** Stages of a match, in the order in which the engine settles them. */
export const MATCH_STAGES = ['model', 'best', 'tied', 'priced', 'explained'] as const
export type MatchStage = (typeof MATCH_STAGES)[number]

/** Time that a match has if the operator does not give it more or less. */
export const USUAL_MATCH_MINUTES = 30

/** Longest time of one match: a day. */
export const MAX_MATCH_MINUTES = 24 * 60

/** The engine must have searched for as long in one run before a best known match can be used. */
export const MIN_SEARCH_MINUTES = 120

/** The best match that is known of a round, by its winners. */
export interface BestKnownMatch {
  surplus: Pence
  /** No match has a greater surplus than this. */
  bound: Pence
  projectIds: string[]
  requirementIds: string[]
}

/** A match that ran out of time: the stages before `open` are settled, and none from there on. */
export interface UnfinishedMatch extends BestKnownMatch {
  open: MatchStage
  /** Minutes that the match had. */
  minutes: number
  /** Bids that make the round hard to match; empty if none stands out. */
  hard: HardBids[]
}

/** True if the stage is settled when the match stopped at `open`. */
export const isStageSettled = (stage: MatchStage, open: MatchStage): boolean =>
  MATCH_STAGES.indexOf(stage) < MATCH_STAGES.indexOf(open)

/** How far the best known match is at most below the best possible one: in pence, and as a part of the bound. */
export const gapOfMatch = ({
  surplus,
  bound,
}: Pick<UnfinishedMatch, 'surplus' | 'bound'>): { pence: Pence; part: number } => ({
  pence: bound - surplus,
  part: bound > 0 ? (bound - surplus) / bound : 0,
})

/** How far a match may be below the best possible one, as a part of that; null if it is proven or was made elsewhere. */
export const gapPartOf = ({
  surplus,
  bestKnown,
}: Pick<MatchSolution, 'surplus' | 'bestKnown'>): number | null =>
  bestKnown ? gapOfMatch({ surplus, bound: bestKnown.bound }).part : null
