import type { OffersAndBids } from '#domain/freeze'
import type { Round } from '#domain/round'
import type { Read } from '../kit/changes.ts'

/** Reads everything of a round that a match looks at. Secret: for what never leaves the server. */
export const offersAndBids = async (read: Read, round: Round): Promise<OffersAndBids> => {
  const inRound = { roundId: round.id }
  const projects = await read.list('project', { ...inRound, status: ['Offered', 'ApprovedRound'] })
  return {
    round,
    projects,
    services:
      projects.length > 0 ? await read.list('service', { projectId: projects.map(({ id }) => id) }) : [],
    requirements: await read.list('requirement', { ...inRound, status: ['Bid', 'Registered'] }),
    projectGroups: await read.list('projectGroup', inRound),
    requirementGroups: await read.list('requirementGroup', inRound),
    participations: await read.list('participation', inRound),
  }
}
