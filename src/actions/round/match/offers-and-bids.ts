import type { RoundOffersAndBids } from '#domain/match/freeze'
import type { Round } from '#domain/round/round'
import type { Read } from '../../kit/changes.ts'

/** Reads everything of a round that a match needs. Secret: it never leaves the server. */
export const readOffersAndBids = async (read: Read, round: Round): Promise<RoundOffersAndBids> => {
  const inRound = { roundId: round.id }
  const allProjects = await read.list('project', inRound)
  const allRequirements = await read.list('requirement', inRound)
  const projects = allProjects.filter(({ status }) => status === 'Offered')
  return {
    round,
    projects,
    services:
      projects.length > 0 ? await read.list('service', { projectId: projects.map(({ id }) => id) }) : [],
    requirements: allRequirements.filter(({ status }) => status === 'Bid'),
    projectGroups: await read.list('projectGroup', inRound),
    requirementGroups: await read.list('requirementGroup', inRound),
    grouped: [...allProjects, ...allRequirements].filter(({ groupId }) => groupId !== null),
    participations: await read.list('participation', inRound),
  }
}
