import type { Day } from '@credit-market/values/dates'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import {
  certaintyOf,
  type Certainty,
  type MatchSolution,
  type OrganisationPayment,
} from '@credit-market/matching/problem/match-solution'
import type { Pence } from '@credit-market/values/money'
import { groupConnectedIds, isControlEffective } from '../people/control-of-organisations.ts'
import type { OrganisationTie } from '../people/organisation-tie.ts'

/** Money of an organisation in a match, and the certainty of its share. */
export interface OrganisationOutcome extends OrganisationPayment {
  certainty: Certainty
  halfWidth: Pence
}

/** Offers and bids of a problem with their owners. */
type Items = Pick<MatchProblem, 'projects' | 'requirements' | 'groups'>

/**
 * Sets of organisations under common control that a match may treat as one party on this day: both have declared it, or the
 * market operator has recorded it. One side alone cannot join the other to itself.
 */
export const findControlledOrganisations = (
  ties: readonly OrganisationTie[],
  operatorIds: ReadonlySet<string>,
  day: Day,
): string[][] => {
  const effective = ties.flatMap(tie =>
    isControlEffective(tie, day) && tie.otherId !== null ? [{ ...tie, otherId: tie.otherId }] : [],
  )
  const said = new Set(effective.map(({ organisationId, otherId }) => `${organisationId} ${otherId}`))
  return groupConnectedIds(
    effective
      .filter(
        ({ organisationId, otherId, saidBy }) =>
          operatorIds.has(saidBy) || said.has(`${otherId} ${organisationId}`),
      )
      .map(({ organisationId, otherId }) => [organisationId, otherId] as const),
  )
}

/**
 * Joins the organisations of each set that offer or bid: the first by id stands for them as the party, and the items of the
 * others keep their owner.
 */
export const joinParties = <T extends Items>(items: T, sets: readonly (readonly string[])[]): T => {
  const owners = new Set([
    ...items.projects.map(({ supplierId }) => supplierId),
    ...items.requirements.map(({ buyerId }) => buyerId),
  ])
  const partyOf = new Map(
    sets.flatMap(set => {
      const [party, ...others] = set.filter(id => owners.has(id)).toSorted()
      return others.map(id => [id, party!] as const)
    }),
  )
  if (partyOf.size === 0) return items
  return {
    ...items,
    projects: items.projects.map(one => {
      const party = partyOf.get(one.supplierId)
      return party === undefined ? one : { ...one, supplierId: party, ownerId: one.supplierId }
    }),
    requirements: items.requirements.map(one => {
      const party = partyOf.get(one.buyerId)
      return party === undefined ? one : { ...one, buyerId: party, ownerId: one.buyerId }
    }),
    groups: items.groups.map(group => ({ ...group, ownerId: partyOf.get(group.ownerId) ?? group.ownerId })),
  }
}

/** The owner of each offer and bid, by id. */
export const ownersOfItems = ({
  projects,
  requirements,
}: Pick<MatchProblem, 'projects' | 'requirements'>): ReadonlyMap<string, string> =>
  new Map([
    ...projects.map(({ id, supplierId, ownerId = supplierId }) => [id, ownerId] as const),
    ...requirements.map(({ id, buyerId, ownerId = buyerId }) => [id, ownerId] as const),
  ])

/** Organisations that were matched as one party with others, in order. */
export const organisationsInJoinedParties = ({
  projects,
  requirements,
}: Pick<MatchProblem, 'projects' | 'requirements'>): string[] => {
  const joined = [
    ...projects.flatMap(({ supplierId, ownerId }) => (ownerId === undefined ? [] : [supplierId, ownerId])),
    ...requirements.flatMap(({ buyerId, ownerId }) => (ownerId === undefined ? [] : [buyerId, ownerId])),
  ]
  return [...new Set(joined)].toSorted()
}

/** Money of each organisation: of a party of several, each has that of its own items, and the certainty of the party. */
export const divideAmongOwners = (
  problem: Pick<MatchProblem, 'projects' | 'requirements'>,
  { projects, requirements, organisations }: MatchSolution,
): OrganisationOutcome[] => {
  const owners = ownersOfItems(problem)
  const joined = new Set(organisationsInJoinedParties(problem))
  const won = [
    ...projects.map(one => ({ ...one, value: -one.value })),
    ...requirements.map(one => ({ ...one })),
  ].filter(one => one.won)
  return organisations
    .flatMap(({ organisationId: party, ...its }) => {
      const certainty = certaintyOf({ organisationId: party, ...its })
      if (!joined.has(party)) return [{ organisationId: party, ...its, certainty }]
      const own = won.filter(({ organisationId }) => organisationId === party)
      const members = [...new Set(own.map(({ id }) => owners.get(id) ?? party))]
      return members.map((organisationId): OrganisationOutcome => {
        const items = own.filter(({ id }) => (owners.get(id) ?? party) === organisationId)
        const sum = (of: 'value' | 'share' | 'payment') => items.reduce((all, item) => all + item[of], 0)
        return {
          organisationId,
          value: sum('value'),
          share: sum('share'),
          payment: sum('payment'),
          certainty,
          halfWidth: its.halfWidth,
        }
      })
    })
    .toSorted((a, b) => (a.organisationId < b.organisationId ? -1 : 1))
}
