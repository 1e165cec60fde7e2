import type { AgentAuthority } from '#domain/authority'
import { inSentence } from '#domain/capacity'
import { endOfProject, endOfRequirement, LEFT_BEHIND, ROUND_HAS_ENDED } from '#domain/end-of-round'
import type { Participation } from '#domain/participation'
import type { Project } from '#domain/project'
import type { Requirement } from '#domain/requirement'
import type { Round } from '#domain/round'
import type { Move } from '../kit/action.ts'
import { move, type Change, type Read } from '../kit/changes.ts'
import { tell } from '../notices/tell.ts'

/** Everything of a round that is still being prepared. */
export interface LeftBehind {
  projects: Project[]
  requirements: Requirement[]
  participations: Participation[]
  authorities: AgentAuthority[]
}

/** What the end of a round does to what is left behind. */
export const ENDS: readonly Move[] = [
  ...LEFT_BEHIND.project.map(status => ['project', status, 'Unmatched'] as const),
  ...LEFT_BEHIND.requirement.map(status => ['requirement', status, 'Unmatched'] as const),
  ...LEFT_BEHIND.participation.map(status => ['participation', status, 'Withdrawn'] as const),
  ...LEFT_BEHIND.agentAuthority.map(status => ['agentAuthority', status, 'Rejected'] as const),
]

/** Reads what a round leaves behind. */
export const leftBehindIn = async (read: Read, { id: roundId }: Round): Promise<LeftBehind> => ({
  projects: await read.list('project', { roundId, status: LEFT_BEHIND.project }),
  requirements: await read.list('requirement', { roundId, status: LEFT_BEHIND.requirement }),
  participations: await read.list('participation', { roundId, status: LEFT_BEHIND.participation }),
  authorities: await read.list('agentAuthority', { roundId, status: LEFT_BEHIND.agentAuthority }),
})

/** Who is told of what, one sentence for each thing that ended. */
const lettersOf = (round: Round, left: LeftBehind): Change[] => {
  const told: [string, string][] = [
    ...left.projects.map(({ supplierId, name }): [string, string] => [
      supplierId,
      `Your project ${name} had not been offered.`,
    ]),
    ...left.requirements.map(({ buyerId, name }): [string, string] => [
      buyerId,
      `Your credit requirement ${name} had no bid.`,
    ]),
    ...left.participations.map(({ organisationId, capacity }): [string, string] => [
      organisationId,
      `Your registration as ${inSentence(capacity)} had not been completed.`,
    ]),
    ...left.authorities.map(({ clientId }): [string, string] => [
      clientId,
      'An authority that you gave to an agent had not been approved.',
    ]),
  ]
  return [...new Set(told.map(([id]) => id))].toSorted().map(organisationId =>
    tell(
      'round-ended',
      'round',
      round,
      { organisationId },
      {
        ended: told.flatMap(([to, sentence]) => (to === organisationId ? [sentence] : [])).join('\n'),
      },
    ),
  )
}

/** Brings everything that a settled round left behind to its end, and tells whose it is. */
export const endings = (round: Round, left: LeftBehind): Change[] => [
  ...left.projects.flatMap(project => {
    const to = endOfProject(project.status, false)
    return to ? [move('project', project, to, { endedAs: project.status })] : []
  }),
  ...left.requirements.flatMap(requirement => {
    const to = endOfRequirement(requirement.status, false)
    return to ? [move('requirement', requirement, to, { endedAs: requirement.status })] : []
  }),
  ...left.participations.map(one =>
    move('participation', one, 'Withdrawn', { statusBefore: one.status, reason: ROUND_HAS_ENDED }),
  ),
  ...left.authorities.map(one => move('agentAuthority', one, 'Rejected', { reason: ROUND_HAS_ENDED })),
  ...lettersOf(round, left),
]
