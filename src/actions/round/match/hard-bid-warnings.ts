import { freezeMatchProblem } from '#domain/match/freeze'
import type { Requirement } from '#domain/project/requirement'
import type { Round } from '#domain/round/round'
import { findHardBids } from '#domain/unfinished-match/hard-bids'
import { hardBidsWarning } from '#domain/unfinished-match/messages'
import type { Read } from '../../kit/changes.ts'

/**
 * Warnings before a match about bids that may make it long: equal ones and groups over several places. Different whole bids
 * for the same units are so common that a warning about them would say nothing.
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
  const hard = findHardBids(problem).filter(({ reason }) => reason !== 'whole')
  if (hard.length === 0) return []
  const owners = await read.list('organisation', { id: hard.map(({ organisationId }) => organisationId) })
  const nameOf = (id: string): string => owners.find(one => one.id === id)?.name ?? id
  return hard.map(one => hardBidsWarning(one, nameOf(one.organisationId)))
}
