import { isControlOn, joined } from '#domain/control-of-organisations'
import type { Day } from '#domain/dates'
import { alikePairs } from '#domain/look-alikes'
import type { Read } from '../kit/changes.ts'
import { knownOrganisations } from '../organisation/look-alike.ts'

/** Sets of some players that a match prices as separate players, though they may be one. In sentences, for the operator. */
export const separatePlayers = async (
  read: Read,
  players: ReadonlySet<string>,
  today: Day,
): Promise<string[]> => {
  const ties = await read.list('organisationTie', {})
  const known = await knownOrganisations(read, [...players])
  const nameOf = (id: string): string => known.find(one => one.id === id)?.name ?? id
  // Two players may be under common control through an organisation that takes no part.
  const controlled = joined(
    ties
      .filter(tie => isControlOn(tie, today))
      .flatMap(({ organisationId, otherId }) =>
        otherId === null ? [] : [[organisationId, otherId] as const],
      ),
  )
  const together = controlled.map(ids => ids.filter(id => players.has(id))).filter(ids => ids.length > 1)
  const unknown = ties.filter(
    tie => isControlOn(tie, today) && tie.otherId === null && players.has(tie.organisationId),
  )
  const said = new Set(ties.map(tie => [tie.organisationId, tie.otherId ?? ''].toSorted().join(' ')))
  const alike = [...alikePairs(known)].filter(({ ids }) => !said.has([...ids].toSorted().join(' ')))
  return [
    ...together.map(
      ids =>
        `These organisations are under common control and are priced as separate players: ${ids.map(nameOf).join(', ')}`,
    ),
    ...unknown.map(
      tie =>
        `${nameOf(tie.organisationId)} says that it is under common control with ${tie.otherName}, which is not found in the market`,
    ),
    ...alike.map(
      ({ ids: [one, other], reasons }) =>
        `These organisations look alike and are priced as separate players: ${nameOf(one)}, ${nameOf(other)} (${reasons.join(', ')})`,
    ),
  ]
}
