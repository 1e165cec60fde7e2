import type { AgentAuthority } from '#domain/people/authority'
import { capacityWithArticle } from '#domain/values/capacity'
import {
  projectStatusAfterRound,
  requirementStatusAfterRound,
  UNFINISHED_STATUSES,
  ROUND_ENDED_REASON,
} from '#domain/match/end-of-round'
import type { Participation } from '#domain/round/participation'
import type { Project } from '#domain/project/project'
import type { Requirement } from '#domain/project/requirement'
import type { Round } from '#domain/round/round'
import { type Transition, action } from '../../kit/action.ts'
import { type Change, type Read, changeStatus } from '../../kit/changes.ts'
import { notify } from '../../notices/tell.ts'
import { system } from '../../kit/who.ts'

/** Everything in a round that is still in preparation. */
export interface UnfinishedItems {
  projects: Project[]
  requirements: Requirement[]
  participations: Participation[]
  authorities: AgentAuthority[]
}

/** Transitions of everything left behind at the end of a round. */
export const END_OF_ROUND_STATUS_CHANGES: readonly Transition[] = [
  ...UNFINISHED_STATUSES.project.map(status => ['project', status, 'Unmatched'] as const),
  ...UNFINISHED_STATUSES.requirement.map(status => ['requirement', status, 'Unmatched'] as const),
  ...UNFINISHED_STATUSES.participation.map(status => ['participation', status, 'Withdrawn'] as const),
  ...UNFINISHED_STATUSES.agentAuthority.map(status => ['agentAuthority', status, 'Rejected'] as const),
]

/** Reads everything that a round leaves behind. */
export const readUnfinishedItems = async (read: Read, { id: roundId }: Round): Promise<UnfinishedItems> => ({
  projects: await read.list('project', { roundId, status: UNFINISHED_STATUSES.project }),
  requirements: await read.list('requirement', { roundId, status: UNFINISHED_STATUSES.requirement }),
  participations: await read.list('participation', { roundId, status: UNFINISHED_STATUSES.participation }),
  authorities: await read.list('agentAuthority', { roundId, status: UNFINISHED_STATUSES.agentAuthority }),
})

/** Recipients and texts: one sentence for each thing that ended. */
const lettersOf = (round: Round, left: UnfinishedItems): Change[] => {
  const told: [string, string][] = [
    ...left.projects.map(({ supplierId, name }): [string, string] => [
      supplierId,
      `Your project ${name} had no offer.`,
    ]),
    ...left.requirements.map(({ buyerId, name }): [string, string] => [
      buyerId,
      `Your credit requirement ${name} had no bid.`,
    ]),
    ...left.participations.map(({ organisationId, capacity }): [string, string] => [
      organisationId,
      `Your registration as ${capacityWithArticle(capacity)} was not complete.`,
    ]),
    ...left.authorities.map(({ clientId }): [string, string] => [
      clientId,
      'An authority that you gave to an agent was not approved.',
    ]),
  ]
  return [...new Set(told.map(([id]) => id))].toSorted().map(organisationId =>
    notify(
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

/** Ends everything left behind in a settled round, and notifies its owners. */
export const endUnfinishedItemsOfRound = (round: Round, left: UnfinishedItems): Change[] => [
  ...left.projects.flatMap(project => {
    const to = projectStatusAfterRound(project.status, false)
    return to ? [changeStatus('project', project, to, { endedAs: project.status })] : []
  }),
  ...left.requirements.flatMap(requirement => {
    const to = requirementStatusAfterRound(requirement.status, false)
    return to ? [changeStatus('requirement', requirement, to, { endedAs: requirement.status })] : []
  }),
  ...left.participations.map(one =>
    changeStatus('participation', one, 'Withdrawn', { statusBefore: one.status, reason: ROUND_ENDED_REASON }),
  ),
  ...left.authorities.map(one =>
    changeStatus('agentAuthority', one, 'Rejected', { reason: ROUND_ENDED_REASON }),
  ),
  ...lettersOf(round, left),
]

/** Ends everything left behind in rounds that were settled before settlement did so itself. */
export const endUnfinishedItems = action({
  name: 'EndWhatIsLeft',
  on: 'round',
  title: 'End what is left behind',
  who: [system],
  from: ['Settled'],
  fields: {},
  moves: END_OF_ROUND_STATUS_CHANGES,
  reads: readUnfinishedItems,
  effect: ({ subject: round, reads: left }) => endUnfinishedItemsOfRound(round, left),
  done: 'Nothing is left behind',
})
