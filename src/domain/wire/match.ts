import type { CreditType } from '../credit-type.ts'
import type { Day, Instant } from '../dates.ts'
import type { GroupType } from '../group.ts'
import type { LossReason } from '../match-solution.ts'
import type { Named } from './general.ts'

export type TaskState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
export type TaskPhase = 'building' | 'solving' | 'pricing' | 'explaining'

/** `GET /api/solver/task/{id}`. Money in pounds. */
export interface SolverTask {
  id: string
  roundId: string
  state: TaskState
  phase: TaskPhase | null
  /** 0 to 1, never back. */
  progress: number
  surplus: number | null
  bound: number | null
  gap: number | null
  winners: number | null
  startedAt: Instant | null
  finishedAt: Instant | null
  message: string | null
}

export interface Totals {
  creditType: CreditType
  supplied: number
  demanded: number
  sold: number
  reserved: number
}

/** `GET /api/round/{id}/match`. Money in pounds. */
export interface MatchView {
  resultId: string
  surplus: number
  rule: string
  ruleVersion: string
  proven: boolean
  exact: boolean
  shareHalfWidth: number | null
  solver: string
  options: Record<string, string | number | boolean>
  problemHash: string
  solutionHash: string
  startedAt: Instant
  finishedAt: Instant | null
  tie: { decidedBy: number; alternatives: number; note: string }
  totals: Totals[]
  organisations: (Named & { value: number; share: number; payment: number; halfWidth: number })[]
  totalPaid: number
  totalReceived: number
}

export interface ReviewItem extends Named {
  organisation: Named
  won: boolean
  /** The bid, or the offer without the costs. */
  amount: number
  costs: number
  /** What the price rule counts: winning bid, or total ask. */
  value: number
  share: number
  payment: number
  reason: LossReason | null
  sentence: string
  critical: number | null
  percent: number
  ongoingOnly: boolean
  group: Named | null
  payAsBid: number
  vcg: number | null
  /** What its organisation's presence added to all others; null where it won nothing, or nobody knows. */
  addedToOthers: number | null
  /** Projects that serve a winning requirement and have nothing left in some of that time. */
  bindingSupply: Named[]
}

export interface ReviewFlow {
  project: Named
  requirement: Named
  serviceId: string
  service: string
  creditType: CreditType
  start: Day
  end: Day | null
  units: number
  reserved: number
}

/** `GET /api/round/{id}/match-review`. Money in pounds, quantities in units. */
export interface MatchReview {
  match: MatchView
  projects: ReviewItem[]
  requirements: ReviewItem[]
  flows: ReviewFlow[]
  groups: (Named & {
    of: 'project' | 'requirement'
    type: GroupType
    members: Named[]
    winners: Named[]
    note: string
  })[]
  reserve: {
    percentage: number
    appliesTo: string
    byCreditType: { creditType: CreditType; units: number }[]
  } | null
  warnings: string[]
  /** The run before this one in the same round, if there was one. */
  previous: { finishedAt: Instant; surplus: number; winners: number; changed: string[] } | null
}

/** `GET /api/round/{id}/unmatched-projects` and `/unmatched-requirements`. */
export interface UnmatchedItem extends Named {
  organisation: Named
  reason: LossReason
  sentence: string
  critical: number | null
}
