import type { Day } from './dates.ts'
import type { Pence } from './money.ts'
import type { Units } from './units.ts'

/**
 * How sure a share is: exact to the penny; within a guaranteed bound; or within an interval that holds it 95 times
 * of 100, because coalitions were sampled.
 */
export const CERTAINTIES = ['exact', 'bounded', 'sampled'] as const
export type Certainty = (typeof CERTAINTIES)[number]

/** What the engine says of a round: who won, what everyone pays, and why. Money in pence, quantities in ten-thousandths. */
export interface MatchSolution {
  version: 1
  /** SHA-256 of the canonical problem this solves. */
  problemHash: string
  engine: {
    name: string
    version: string
    solver: string
    options: Record<string, string | number | boolean>
    seed: number
    /** For each independent part of the market, how many batches of coalitions its shares were sampled from; null when exact. */
    batches: (number | null)[]
    /** For each independent part of the market, how it was written and who proved its match; results of version 1 do not say. */
    parts?: { formulation: 'closedSets' | 'flows'; solver: 'branchAndBound' | 'highs' }[]
    /** How many losers' critical prices were found before time ran out; null when all were. */
    criticalPrices: number | null
  }
  /** The price rule; a match that was made elsewhere brings its own prices. */
  rule: 'Lindsay2018' | 'Imported'
  /** Greatest reported surplus: winning bids less winning asks. */
  surplus: Pence
  /** Proven optimal. Nothing unproven is ever priced. */
  proven: boolean
  /** How sure the least sure share is. Results of engine version 1 do not say: see `certaintyOf`. */
  certainty?: Certainty
  /** All shares are exact. */
  exact: boolean
  /** The greatest bound or half width of a share that is not exact; null when all are. */
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
}

export type LossReason = 'noCompatibleService' | 'notEnoughUnits' | 'notInTime' | 'group' | 'price' | 'tie'

interface ItemResult {
  id: string
  organisationId: string
  won: boolean
  /** What it bid for what it won, or asked in total (offer and the four costs); 0 when it lost. */
  value: Pence
  share: Pence
  /** Positive pays, negative receives; 0 when it lost. */
  payment: Pence
  /** Why it lost, and null when it won. */
  reason: LossReason | null
  /** One sentence to its owner that tells nothing of anybody else's amounts. */
  sentence: string
  /** The offer or bid at which it would have tied; null when no price would do, or when it won. */
  critical: Pence | null
}

export type ProjectResult = ItemResult

export interface RequirementResult extends ItemResult {
  /** Ten-thousandths of the requirement won, rounded down but never to nothing: 10,000 is all of it. The units say it exactly. */
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
  /** How sure the share is. Results of engine version 1 do not say: see `certaintyOf`. */
  certainty?: Certainty
  /** The guaranteed bound of a bounded share, or the 95 percent half width of a sampled one; 0 when exact. */
  halfWidth: Pence
}

/** How sure shares are, also where the result is of engine version 1, which knew no bounds. */
export const certaintyOf = (of: Pick<MatchSolution, 'certainty' | 'exact'> | OrganisationResult): Certainty =>
  of.certainty ?? (('exact' in of ? of.exact : of.halfWidth === 0) ? 'exact' : 'sampled')

/** Units of one service that meet one requirement in one period, and the part kept with them in reserve. */
export interface MatchFlow {
  projectId: string
  serviceId: string
  requirementId: string
  start: Day
  end: Day | null
  units: Units
  reserved: Units
}

/** Flows by the project, the service or the requirement that they are of, in their order. */
export const flowsBy = (
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
