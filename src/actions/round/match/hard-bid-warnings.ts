import { freezeMatchProblem } from '#domain/match/freeze'
import type { Requirement } from '#domain/project/requirement'
import type { Round } from '#domain/round/round'
import { findHardBids } from '#domain/unfinished-match/hard-bids'
import { hardBidsWarning } from '#domain/unfinished-match/messages'
import type { Read } from '../../kit/changes.ts'

/**
 * Warnings before a match about bids that may make it long: many groups over several places. Equal and whole bids are
 * usually matched at once, so a warning about them would say nothing.
 */
export const findHardBidWarnings = async (
  read: Read,
  round: Round,
  bids: readonly Requirement[],
): Promise<string[]> => {
  const isGrouped = bids.some(({ groupId }) => groupId !== null)
  const problem = freezeMatchProblem({
    round,
    projects: [],
    services: [],
    requirements: bids,
    projectGroups: [],
    requirementGroups: isGrouped ? await read.list('requirementGroup', { roundId: round.id }) : [],
    grouped: bids,
    participations: [],
  })
  const hard = findHardBids(problem).filter(({ reason }) => reason === 'joined')
  if (hard.length === 0) return []
  const owners = await read.list('organisation', { id: hard.map(({ organisationId }) => organisationId) })
  const nameOf = (id: string): string => owners.find(one => one.id === id)?.name ?? id
  return hard.map(one => hardBidsWarning(one, nameOf(one.organisationId)))
}
