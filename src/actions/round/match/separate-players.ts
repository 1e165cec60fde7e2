import { isControlEffective, groupConnectedIds } from '#domain/people/control-of-organisations'
import type { Day } from '@credit-market/values/dates'
import { iterateSimilarPairs } from '#domain/people/look-alikes'
import type { Read } from '../../kit/changes.ts'
import { readControlledOrganisations } from './offers-and-bids.ts'
import { readComparableOrganisations } from '../../organisation/look-alike.ts'

/** Sets of parties that a match prices separately although they may be one, as sentences for the operator. */
export const findSeparateParties = async (
  read: Read,
  players: ReadonlySet<string>,
  today: Day,
  joinsCommonControl: boolean,
): Promise<string[]> => {
  const joined = joinsCommonControl ? await readControlledOrganisations(read) : []
  const ties = await read.list('organisationTie', {})
  const known = await readComparableOrganisations(read, [...players])
  const nameOf = (id: string): string => known.find(one => one.id === id)?.name ?? id
  // Two parties may be under common control through an organisation that takes no part.
  const controlled = groupConnectedIds(
    ties
      .filter(tie => isControlEffective(tie, today))
      .flatMap(({ organisationId, otherId }) =>
        otherId === null ? [] : [[organisationId, otherId] as const],
      ),
  )
  const together = controlled.map(ids => ids.filter(id => players.has(id))).filter(ids => ids.length > 1)
  const unknown = ties.filter(
    tie => isControlEffective(tie, today) && tie.otherId === null && players.has(tie.organisationId),
  )
  const said = new Set(ties.map(tie => [tie.organisationId, tie.otherId ?? ''].toSorted().join(' ')))
  const alike = [...iterateSimilarPairs(known)].filter(({ ids }) => !said.has([...ids].toSorted().join(' ')))
  return [
    ...together.map(ids =>
      joined.some(set => ids.every(id => set.includes(id)))
        ? `These organisations are under common control, and are matched as one party: ${ids.map(nameOf).join(', ')}`
        : `These organisations are under common control, but are priced as separate parties: ${ids.map(nameOf).join(', ')}`,
    ),
    ...unknown.map(
      tie =>
        `${nameOf(tie.organisationId)} declares common control with ${tie.otherName}, but no organisation in the market has that name`,
    ),
    ...alike.map(
      ({ ids: [one, other], reasons }) =>
        `These organisations look alike, but are priced as separate parties: ${nameOf(one)}, ${nameOf(other)} (${reasons.join(', ')})`,
    ),
  ]
}
