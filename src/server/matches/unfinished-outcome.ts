import type { NotProvenError } from '@credit-market/matching/formats/errors'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import { findHardBids } from '#domain/unfinished-match/hard-bids'
import type { MatchStage, UnfinishedMatch } from '#domain/unfinished-match/unfinished-match'

const STAGES: Readonly<Record<string, MatchStage>> = {
  building: 'model',
  solving: 'best',
  tying: 'tied',
  pricing: 'priced',
  explaining: 'explained',
}

/** Stage at which the engine stopped. A search that has met its bound was deciding ties. */
const openStage = ({ phase, best }: Pick<NotProvenError, 'phase' | 'best'>): MatchStage =>
  phase === 'solving' && best.bound <= best.surplus ? 'tied' : (STAGES[phase] ?? 'best')

/** The bids and groups of the part that stopped the search, or all. */
const bidsOfPart = (
  { requirements, groups }: MatchProblem,
  partIds: NotProvenError['partIds'],
): Pick<MatchProblem, 'requirements' | 'groups'> => ({
  groups,
  requirements: partIds === null ? requirements : requirements.filter(({ id }) => partIds.includes(id)),
})

/** What is kept of a match whose time ran out after these minutes. */
export const toUnfinishedMatch = (
  problem: MatchProblem,
  error: Pick<NotProvenError, 'phase' | 'best' | 'partIds'>,
  minutes: number,
): UnfinishedMatch => ({
  open: openStage(error),
  minutes,
  ...error.best,
  hard: findHardBids(bidsOfPart(problem, error.partIds)),
})
