import { freezeMatchProblem } from '#domain/match/freeze'
import type { Requirement } from '#domain/project/requirement'
import type { Round } from '#domain/round/round'
import { findHardBids, MIN_SLOW_GROUPS, type HardBids } from '#domain/unfinished-match/hard-bids'
import { hardBidsWarning } from '#domain/unfinished-match/messages'
import type { Read } from '../../kit/changes.ts'

/** Names of the owners of hard bids, by id. */
export const readHardBidOwners = async (
  read: Read,
  hard: readonly HardBids[],
): Promise<ReadonlyMap<string, string>> => {
  const id = [...new Set(hard.map(({ organisationId }) => organisationId))]
  const owners = id.length > 0 ? await read.list('organisation', { id }) : []
  return new Map(owners.map(one => [one.id, one.name]))
}

/**
 * Warnings before a match about bids that make it slow: more groups over several places than the engine lists in seconds. Equal
 * and whole bids are usually matched at once, so a warning about them would say nothing.
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
  const hard = findHardBids(problem, MIN_SLOW_GROUPS).filter(({ reason }) => reason === 'joined')
  const names = await readHardBidOwners(read, hard)
  return hard.map(one => hardBidsWarning(one, names.get(one.organisationId) ?? one.organisationId))
}
