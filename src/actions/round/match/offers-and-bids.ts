import { findControlledOrganisations } from '#domain/match/parties'
import { isOperator } from '#domain/people/actor'
import { utcDayOf } from '@credit-market/values/dates'
import type { RoundOffersAndBids } from '#domain/match/freeze'
import type { MatchResult } from '#domain/match/match-result'
import type { Round } from '#domain/round/round'
import type { Read } from '../../kit/changes.ts'

/** Sets of organisations that are under common control now, and that a match may treat as one party. */
export const readControlledOrganisations = async (read: Read): Promise<string[][]> => {
  const ties = await read.list('organisationTie', { tie: 'CommonControl' })
  if (ties.length === 0) return []
  const people = await read.list('user', { id: [...new Set(ties.map(({ saidBy }) => saidBy))] })
  const operatorIds = people.filter(isOperator).map(({ id }) => id)
  return findControlledOrganisations(ties, new Set(operatorIds), utcDayOf(await read.clock()))
}

/** Requirements that a match left out because their deposit was missing when it began. */
export const withoutDepositIn = (result: Pick<MatchResult, 'unconfirmed'> | undefined): string[] =>
  (result?.unconfirmed ?? []).flatMap(({ id, why }) => (why === 'depositMissing' ? [id] : []))

/**
 * Reads everything of a round that a match needs. Secret: it never leaves the server. `withoutDeposit` are the requirements that a match
 * leaves out for their deposit, as people have agreed: a deposit that comes or goes later does not change them.
 */
export const readOffersAndBids = async (
  read: Read,
  round: Round,
  withoutDeposit: readonly string[],
): Promise<RoundOffersAndBids> => {
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
    withoutDeposit,
    controlled: round.joinsCommonControl ? await readControlledOrganisations(read) : [],
  }
}
