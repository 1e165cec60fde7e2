import type {
  MatchPlace,
  MatchProblem,
  MatchProject,
  MatchRequirement,
} from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'

/** Line of an offer or bid in a published match, which its holder finds by a secret tag. */
export interface PublishedMatchLine {
  /** Pseudonym of the offer or bid. */
  id: string
  /** Tag from its receipt (`receiptTag`); null if no log entry is about this one alone, for example after an import of a list. */
  tag: string | null
}

/** The published part of a settled round (decision 0110): problem and solution with pseudonyms, and the line of each receipt. */
export interface PublishedMatchData {
  roundId: string
  problem: MatchProblem
  problemHash: string
  solution: MatchSolution
  solutionHash: string
  lines: PublishedMatchLine[]
}

type Kind = 'party' | 'offer' | 'bid' | 'service' | 'group' | 'character-area' | 'authority' | 'catchment'

/** Pseudonyms of a round's organisations, projects and other items, by kind. */
export type Pseudonyms = Record<Kind, ReadonlyMap<string, string>>

const placesIn = ({ projects, requirements }: MatchProblem, of: keyof MatchPlace): string[] =>
  [...projects, ...requirements].flatMap(one => one[of] ?? [])

/** Assigns numbers in random order, padded so that their text order is their numeric order. */
const drawn = (kind: string, ids: readonly string[], draw: () => string): Map<string, string> => {
  const order = [...new Set(ids)].map(id => ({ id, by: draw() })).toSorted((a, b) => (a.by < b.by ? -1 : 1))
  const width = String(order.length).length
  return new Map(order.map(({ id }, at) => [id, `${kind}-${String(at + 1).padStart(width, '0')}`]))
}

/** Swaps names of services within each project so that they keep their order, by which a requirement takes them. */
const inOrderWithinProjects = (
  names: ReadonlyMap<string, string>,
  { projects }: MatchProblem,
): Map<string, string> => {
  const sorted = new Map(names)
  for (const { services } of projects) {
    const ids = services.map(({ id }) => id).toSorted()
    const free = ids.map(id => names.get(id)!).toSorted()
    ids.forEach((id, at) => sorted.set(id, free[at]!))
  }
  return sorted
}

/** Draws a pseudonym for each thing of a round; `draw` must return another random text each time. */
export const drawPseudonyms = (problem: MatchProblem, draw: () => string): Pseudonyms => {
  const ids: Record<Kind, string[]> = {
    party: [
      ...problem.projects.flatMap(({ supplierId, ownerId }) => [supplierId, ownerId ?? supplierId]),
      ...problem.requirements.flatMap(({ buyerId, ownerId }) => [buyerId, ownerId ?? buyerId]),
      ...problem.groups.map(({ ownerId }) => ownerId),
    ],
    offer: problem.projects.map(({ id }) => id),
    bid: problem.requirements.map(({ id }) => id),
    service: problem.projects.flatMap(({ services }) => services.map(({ id }) => id)),
    group: problem.groups.map(({ id }) => id),
    'character-area': placesIn(problem, 'ncaId'),
    authority: placesIn(problem, 'lpaId'),
    catchment: placesIn(problem, 'subcatchmentId'),
  }
  const of = (kind: Kind): Map<string, string> => drawn(kind, ids[kind], draw)
  return {
    party: of('party'),
    offer: of('offer'),
    bid: of('bid'),
    service: inOrderWithinProjects(of('service'), problem),
    group: of('group'),
    'character-area': of('character-area'),
    authority: of('authority'),
    catchment: of('catchment'),
  }
}

const exchanged = (
  names: ReadonlyMap<string, string>,
  from: readonly string[],
  to: readonly string[],
): Map<string, string> => {
  const exchange = new Map(names)
  from.forEach((id, at) => {
    const other = to[at]
    if (other === undefined) return
    exchange.set(id, names.get(other)!)
    exchange.set(other, names.get(id)!)
  })
  return exchange
}

interface Part {
  id: string
  value: number
  share: number
}

/** Orders a party's winnings so that a leftover penny first goes to those that had one. */
const byPenny = (own: readonly Part[], total: number, all: number, parts: number): string[] => {
  const hasPenny = ({ value, share }: Part): boolean => {
    const [weight, over] = all === 0 ? [1n, BigInt(parts)] : [BigInt(value), BigInt(all)]
    return BigInt(share) > (BigInt(total) * weight) / over
  }
  return [...own.filter(hasPenny), ...own.filter(one => !hasPenny(one))].map(({ id }) => id)
}

/**
 * Swaps pseudonyms within the winnings of one party so that leftover pence of its divided share, whose ties are broken by name,
 * stay where they were.
 */
export const swapPseudonymsToKeepLeftoverPence = (
  pseudonyms: Pseudonyms,
  solution: MatchSolution,
): Pseudonyms => {
  const sorted = (kind: 'offer' | 'bid', items: MatchSolution['projects']): Map<string, string> => {
    const names = new Map(pseudonyms[kind])
    for (const { organisationId, share } of solution.organisations) {
      const won = [...solution.projects, ...solution.requirements].filter(
        one => one.won && one.organisationId === organisationId,
      )
      const all = won.reduce((sum, { value }) => sum + value, 0)
      const own = items.filter(one => one.won && one.organisationId === organisationId)
      const free = own.map(({ id }) => pseudonyms[kind].get(id)!).toSorted()
      byPenny(own, share, all, won.length).forEach((id, at) => names.set(id, free[at]!))
    }
    return names
  }
  return {
    ...pseudonyms,
    offer: sorted('offer', solution.projects),
    bid: sorted('bid', solution.requirements),
  }
}

/**
 * Does the same for parties: `right` has the shares by the rule under these pseudonyms. Where they differ from the solution,
 * leftover pence were tied, and a party with a penny swaps names with the one that would get it.
 */
export const swapPseudonymsToKeepShares = (
  pseudonyms: Pseudonyms,
  { organisations }: MatchSolution,
  right: ReadonlyMap<string, number>,
): Pseudonyms => {
  const off = (side: 1 | -1): string[] =>
    organisations
      .filter(
        ({ organisationId: id, share }) => share - (right.get(pseudonyms.party.get(id)!) ?? share) === side,
      )
      .map(({ organisationId }) => organisationId)
  return { ...pseudonyms, party: exchanged(pseudonyms.party, off(1), off(-1)) }
}

const FIRST = Date.UTC(2000, 0, 1)

/** Replaces the instants of offers and bids by their ranks, so that only the order remains. */
const placesInOrder = ({ projects, requirements }: MatchProblem): Map<string, string> => {
  const moments = [
    ...projects.map(({ id, offeredAt: at }) => ({ id, at })),
    ...requirements.map(({ id, bidAt: at }) => ({ id, at })),
  ].map(({ id, at }) => ({ id, by: `${new Date(at).toISOString()}|${id}` }))
  return new Map(
    moments
      .toSorted((a, b) => (a.by < b.by ? -1 : 1))
      .map(({ id }, place) => [id, new Date(FIRST + place * 1000).toISOString()]),
  )
}

const byId = <T extends { id: string }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** A problem under pseudonyms: no names, no ids except that of the round, only distinct places, and only the order of instants. */
export const pseudonymiseProblem = (pseudonyms: Pseudonyms, problem: MatchProblem): MatchProblem => {
  const to = (kind: Kind, id: string): string => pseudonyms[kind].get(id)!
  const inOrder = placesInOrder(problem)
  const placeOf = ({ ncaId, lpaId, subcatchmentId }: MatchPlace): MatchPlace => ({
    ncaId: ncaId && to('character-area', ncaId),
    lpaId: lpaId && to('authority', lpaId),
    subcatchmentId: subcatchmentId && to('catchment', subcatchmentId),
  })
  const projectUnder = (one: MatchProject): MatchProject => ({
    ...one,
    ...placeOf(one),
    id: to('offer', one.id),
    name: to('offer', one.id),
    supplierId: to('party', one.supplierId),
    ...(one.ownerId === undefined ? {} : { ownerId: to('party', one.ownerId) }),
    services: byId(one.services.map(service => ({ ...service, id: to('service', service.id) }))),
    offeredAt: inOrder.get(one.id)!,
  })
  const requirementUnder = (one: MatchRequirement): MatchRequirement => ({
    ...one,
    ...placeOf(one),
    id: to('bid', one.id),
    name: to('bid', one.id),
    buyerId: to('party', one.buyerId),
    ...(one.ownerId === undefined ? {} : { ownerId: to('party', one.ownerId) }),
    bidAt: inOrder.get(one.id)!,
  })
  return {
    ...problem,
    projects: byId(problem.projects.map(projectUnder)),
    requirements: byId(problem.requirements.map(requirementUnder)),
    groups: byId(
      problem.groups.map(group => ({
        ...group,
        id: to('group', group.id),
        name: to('group', group.id),
        ownerId: to('party', group.ownerId),
        memberIds: group.memberIds.map(id => to(group.of === 'project' ? 'offer' : 'bid', id)).toSorted(),
      })),
    ),
  }
}

/**
 * A solution of that problem under the same pseudonyms, without its coalition values, and with all its lists sorted, so that
 * the original order is hidden.
 */
export const pseudonymiseSolution = (
  pseudonyms: Pseudonyms,
  problem: MatchProblem,
  problemHash: string,
  { coalitionValues: _named, ...solution }: MatchSolution,
): MatchSolution => {
  const to = (kind: Kind, id: string): string => pseudonyms[kind].get(id)!
  const kindOf = new Map(
    problem.groups.map(({ id, of }) => [id, of === 'project' ? 'offer' : 'bid'] as const),
  )
  const ofParties = <T extends { organisationId: string }>(list: readonly T[]): T[] =>
    list
      .map(one => ({ ...one, organisationId: to('party', one.organisationId) }))
      .toSorted((a, b) => (a.organisationId < b.organisationId ? -1 : 1))
  const ofItems = <T extends { id: string; organisationId: string }>(
    kind: 'offer' | 'bid',
    list: readonly T[],
  ) =>
    byId(list.map(one => ({ ...one, id: to(kind, one.id), organisationId: to('party', one.organisationId) })))
  const groupUnder = ({ id, memberIds, winnerIds, note }: MatchSolution['groups'][number]) => {
    const members = (ids: readonly string[]): string[] => ids.map(one => to(kindOf.get(id)!, one)).toSorted()
    const winners = members(winnerIds)
    const [rule = ''] = note.split(': ')
    return {
      id: to('group', id),
      memberIds: members(memberIds),
      winnerIds: winners,
      note: note && `${rule}: ${winners.length === 0 ? 'none won' : `${winners.join(', ')} won`}.`,
    }
  }
  const flows = solution.flows.map(flow => ({
    ...flow,
    projectId: to('offer', flow.projectId),
    serviceId: to('service', flow.serviceId),
    requirementId: to('bid', flow.requirementId),
  }))
  const flowKey = ({ serviceId, requirementId, start }: (typeof flows)[number]): string =>
    `${serviceId}|${requirementId}|${start}`
  return {
    ...solution,
    problemHash,
    projects: ofItems('offer', solution.projects),
    requirements: ofItems('bid', solution.requirements),
    organisations: ofParties(solution.organisations),
    flows: flows.toSorted((a, b) => (flowKey(a) < flowKey(b) ? -1 : 1)),
    groups: byId(solution.groups.map(groupUnder)),
    warnings: solution.warnings
      .map(warning =>
        warning
          .split(' ')
          .map(word => pseudonyms.bid.get(word) ?? word)
          .join(' '),
      )
      .toSorted(),
    comparison: {
      vcg: ofParties(solution.comparison.vcg),
      payAsBid: ofParties(solution.comparison.payAsBid),
    },
  }
}
