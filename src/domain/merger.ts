import type { AgentAuthority } from './authority.ts'
import type { Participation } from './participation.ts'
import type { Project } from './project.ts'
import type { Requirement } from './requirement.ts'
import type { Round } from './round.ts'

/** What an organisation has in rounds, as far as it matters when it is merged. */
export interface Stake {
  participations: readonly Participation[]
  projects: readonly Pick<Project, 'roundId' | 'status'>[]
  requirements: readonly Pick<Requirement, 'roundId' | 'status'>[]
  authorities: readonly AgentAuthority[]
}

const hasBidIn = ({ projects, requirements }: Stake, roundId: string): boolean =>
  projects.some(one => one.roundId === roundId && one.status === 'Offered') ||
  requirements.some(one => one.roundId === roundId && one.status === 'Bid')

/** The participations that go with an organisation: those of settled rounds, and those withdrawn, are its history. */
export const movingParticipations = (
  { participations }: Pick<Stake, 'participations'>,
  rounds: ReadonlyMap<string, Round>,
): Participation[] =>
  participations.filter(
    ({ roundId, status }) => status !== 'Withdrawn' && rounds.get(roundId)?.status !== 'Settled',
  )

/** The authorities that go with an organisation: of settled rounds those that it holds, and not those that it gave. */
export const movingAuthorities = (
  id: string,
  { authorities }: Pick<Stake, 'authorities'>,
  into: Pick<Stake, 'authorities'>,
  rounds: ReadonlyMap<string, Round>,
): AgentAuthority[] =>
  authorities.filter(one => {
    const isSettled = rounds.get(one.roundId)?.status === 'Settled'
    const isTwice = into.authorities.some(
      other =>
        other.roundId === one.roundId && (other.clientId === one.clientId || other.agentId === one.agentId),
    )
    return !isSettled || (one.agentId === id && !isTwice)
  })

/**
 * Why an organisation cannot be merged into another now, in sentences: where it would change a sealed round for others or show
 * sealed amounts to new people, and where both hold what only one can hold.
 */
export const whyNotMerge = (
  one: Stake & { id: string; name: string },
  into: Stake & { name: string },
  rounds: ReadonlyMap<string, Round>,
): string[] => {
  const why: string[] = []
  for (const round of rounds.values()) {
    if (round.status === 'Settled') continue
    for (const side of [one, into])
      if (hasBidIn(side, round.id))
        why.push(
          `${side.name} has offers or bids in ${round.name}, which the people of the other would see and which make its prices: merge them once it is settled`,
        )
  }
  for (const { roundId, capacity } of movingParticipations(one, rounds))
    if (into.participations.some(other => other.roundId === roundId && other.capacity === capacity))
      why.push(
        `Both take part in ${rounds.get(roundId)?.name} as ${capacity.toLowerCase()}: withdraw ${one.name} there first`,
      )
  const moving = movingAuthorities(one.id, one, { authorities: [] }, rounds)
  for (const { roundId, clientId, agentId } of moving.filter(
    held => rounds.get(held.roundId)?.status !== 'Settled',
  ))
    if (
      into.authorities.some(
        other => other.roundId === roundId && (other.clientId === clientId || other.agentId === agentId),
      )
    )
      why.push(
        `Both have an authority with the same agent or client in ${rounds.get(roundId)?.name}: merge them once it is settled`,
      )
  return why
}
