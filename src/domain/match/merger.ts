import type { AgentAuthority } from '../people/authority.ts'
import { capacityWithArticle } from '../values/capacity.ts'
import type { Participation } from '../round/participation.ts'
import type { Project } from '../project/project.ts'
import type { Requirement } from '../project/requirement.ts'
import type { Round } from '../round/round.ts'

/** Data of an organisation in rounds, for the check of a merger. */
export interface MergerRoundData {
  participations: readonly Participation[]
  projects: readonly Pick<Project, 'roundId' | 'status'>[]
  requirements: readonly Pick<Requirement, 'roundId' | 'status'>[]
  authorities: readonly AgentAuthority[]
}

const hasBidIn = ({ projects, requirements }: MergerRoundData, roundId: string): boolean =>
  projects.some(one => one.roundId === roundId && one.status === 'Offered') ||
  requirements.some(one => one.roundId === roundId && one.status === 'Bid')

/** Participations that move with an organisation. Those of settled rounds and withdrawn ones stay as its history. */
export const participationsMovedByMerger = (
  { participations }: Pick<MergerRoundData, 'participations'>,
  rounds: ReadonlyMap<string, Round>,
): Participation[] =>
  participations.filter(
    ({ roundId, status }) => status !== 'Withdrawn' && rounds.get(roundId)?.status !== 'Settled',
  )

/** Authorities that move with an organisation: in settled rounds those that it holds, but not those that it gave. */
export const authoritiesMovedByMerger = (
  id: string,
  { authorities }: Pick<MergerRoundData, 'authorities'>,
  into: Pick<MergerRoundData, 'authorities'>,
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
 * Reasons against a merger now, as sentences: it would change a sealed round for others, show sealed amounts to new people, or
 * both hold something that only one can hold.
 */
export const findMergerObstacles = (
  one: MergerRoundData & { id: string; name: string },
  into: MergerRoundData & { name: string },
  rounds: ReadonlyMap<string, Round>,
): string[] => {
  const why: string[] = []
  for (const round of rounds.values()) {
    if (round.status === 'Settled') continue
    for (const side of [one, into])
      if (hasBidIn(side, round.id))
        why.push(
          `${side.name} has offers or bids in ${round.name}, which the other organisation could see after a merger. Merge the organisations once the round is settled`,
        )
  }
  for (const { roundId, capacity } of participationsMovedByMerger(one, rounds))
    if (into.participations.some(other => other.roundId === roundId && other.capacity === capacity))
      why.push(
        `Both organisations take part in ${rounds.get(roundId)?.name} as ${capacityWithArticle(capacity)}. Withdraw ${one.name} there first`,
      )
  const moving = authoritiesMovedByMerger(one.id, one, { authorities: [] }, rounds)
  for (const { roundId, clientId, agentId } of moving.filter(
    held => rounds.get(held.roundId)?.status !== 'Settled',
  ))
    if (
      into.authorities.some(
        other => other.roundId === roundId && (other.clientId === clientId || other.agentId === agentId),
      )
    )
      why.push(
        `Both organisations have an authority with the same agent or client in ${rounds.get(roundId)?.name}. Merge the organisations once the round is settled`,
      )
  return why
}
