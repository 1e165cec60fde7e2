import type { NotProvenError } from '@credit-market/matching/formats/errors'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import { findHardBids } from '#domain/unfinished-match/hard-bids'
import type { MatchStage, UnfinishedMatch } from '#domain/unfinished-match/unfinished-match'

/** First stage that is not settled. While the model is being built, not even a match is known. */
const openStage = ({ phase, open: [first = 'best'] }: Pick<NotProvenError, 'phase' | 'open'>): MatchStage =>
  phase === 'building' ? 'model' : first

/** The bids and groups of the part that stopped the search, or all. */
const bidsOfPart = (
  { requirements, groups }: MatchProblem,
  partIds: NotProvenError['partIds'],
): Pick<MatchProblem, 'requirements' | 'groups'> => ({
  groups,
  requirements: partIds === null ? requirements : requirements.filter(({ id }) => partIds.includes(id)),
})

/** Record of a match that ran out of time after these minutes. */
export const toUnfinishedMatch = (
  problem: MatchProblem,
  error: Pick<NotProvenError, 'phase' | 'open' | 'best' | 'partIds'>,
  minutes: number,
): UnfinishedMatch => ({
  open: openStage(error),
  minutes,
  ...error.best,
  hard: findHardBids(bidsOfPart(problem, error.partIds)),
})
