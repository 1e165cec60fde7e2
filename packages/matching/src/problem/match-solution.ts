import type { Day } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import type { Units } from '@credit-market/values/units'

/** Certainty of a share: exact to the penny or, if coalitions were sampled, within a 95 percent interval. */
export const CERTAINTIES = ['exact', 'sampled'] as const
export type Certainty = (typeof CERTAINTIES)[number]

/** The engine's result for a round: winners, payments and reasons. Money in pence, quantities in ten-thousandths. */
export interface MatchSolution {
  version: 1
  /** SHA-256 of the canonical problem that this solves. */
  problemHash: string
  engine: {
    name: string
    version: string
    solver: string
    options: Record<string, string | number | boolean>
    seed: number
    /**
     * For each independent part of the market, the number of batches of coalitions from which its shares were
     * sampled; null if exact.
     */
    batches: (number | null)[]
    /**
     * In results of version 2: for each independent part of the market, its formulation and the solver that proved
     * its match.
     */
    parts?: { formulation: 'closedSets' | 'flows'; solver: 'branchAndBound' | 'highs' }[]
    /** Number of losers' critical prices found before the limit of work; null if all were. */
    criticalPrices: number | null
  }
  /** The price rule; an imported match brings its own prices. */
  rule: 'Lindsay2018' | 'Imported'
  /** Greatest reported surplus: winning bids minus winning asks. */
  surplus: Pence
  /** Proven optimal. If it is not, the match was imported or is the best known one. */
  proven: boolean
  /** In a match that the engine could not prove to be the best: no match of the round has a greater surplus. */
  bestKnown?: { bound: Pence }
  /** Certainty of the least certain share. Missing in results of engine version 1: see `certaintyOf`. */
  certainty?: Certainty
  /** All shares are exact. */
  exact: boolean
  /** The greatest half width of a share that is not exact; null if all are. */
  shareHalfWidth: Pence | null
  tie: { decidedBy: 1 | 2 | 3 | 4; alternatives: number; note: string }
  projects: ProjectResult[]
  requirements: RequirementResult[]
  organisations: OrganisationResult[]
  flows: MatchFlow[]
  groups: { id: string; memberIds: string[]; winnerIds: string[]; note: string }[]
  warnings: string[]
  /** For comparison only, shown to the operator. */
  comparison: { vcg: OrganisationPayment[]; payAsBid: OrganisationPayment[] }
  /** In stored and published matches from engine version 4 on: the values from which exact shares follow. */
  coalitionValues?: StoredCoalitionValues[]
}

/**
 * The coalition values of an independent part of the market, as text. Of a part whose shares were sampled, or whose
 * values would be too long, only the winners: `blocks` and `kinds` are null.
 */
export interface StoredCoalitionValues {
  winners: string[]
  /** Tables of values by sets of connectors and winners: see `writeTable`. */
  blocks: { connectors: string[]; winners: string[]; values: string }[] | null
  /** Values by the number of winners of each kind, the first kind counting fastest: each minus the one before. */
  kinds: { members: string[][]; values: string } | null
}

export type LossReason =
  | 'noCompatibleService'
  | 'notEnoughUnits'
  | 'notInTime'
  | 'group'
  | 'price'
  | 'tie'
  | 'notInBestKnown'

interface ItemResult {
  id: string
  organisationId: string
  won: boolean
  /** The bid for what it won, or the total ask (offer and the four costs); 0 if it lost. */
  value: Pence
  share: Pence
  /** Positive pays, negative receives; 0 if it lost. */
  payment: Pence
  /** Reason of a loss; null if it won. */
  reason: LossReason | null
  /** One sentence for its owner, which reveals no one else's amounts. */
  sentence: string
  /** The offer or bid at which it would have tied; null if no price would do, or if it won. */
  critical: Pence | null
}

export type ProjectResult = ItemResult

export interface RequirementResult extends ItemResult {
  /** Ten-thousandths of the requirement won, rounded down but at least 1: 10,000 is all. The units are exact. */
  fraction: number
  ongoingOnly: boolean
  /** Units won, without the reserve. */
  ongoingUnits: Units
  additionalUnits: Units
}

export interface OrganisationPayment {
  organisationId: string
  /** Positive for bids, negative for asks. */
  value: Pence
  share: Pence
  payment: Pence
}

export interface OrganisationResult extends OrganisationPayment {
  /** Missing in results of engine version 1: see `certaintyOf`. */
  certainty?: Certainty
  /** The 95 percent half width of a sampled share; 0 if exact. */
  halfWidth: Pence
}

/**
 * Certainty of shares in results of any engine version. Version 1 states none; version 2 also knew shares that are
 * `bounded`, within a guaranteed bound, which count as sampled, because an interval says less than a bound.
 */
export const certaintyOf = (of: Pick<MatchSolution, 'certainty' | 'exact'> | OrganisationResult): Certainty =>
  (of.certainty ?? (('exact' in of ? of.exact : of.halfWidth === 0) ? 'exact' : 'sampled')) === 'exact'
    ? 'exact'
    : 'sampled'

/** Units of one service that serve one requirement in one period, and the reserve kept with them. */
export interface MatchFlow {
  projectId: string
  serviceId: string
  requirementId: string
  start: Day
  end: Day | null
  units: Units
  reserved: Units
}

/** Groups flows by project, service or requirement, in order. */
export const groupFlows = (
  flows: readonly MatchFlow[],
  of: 'projectId' | 'serviceId' | 'requirementId',
): Map<string, MatchFlow[]> => {
  const found = new Map<string, MatchFlow[]>()
  for (const flow of flows) {
    const same = found.get(flow[of])
    if (same) same.push(flow)
    else found.set(flow[of], [flow])
  }
  return found
}
