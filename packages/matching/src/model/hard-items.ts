import type { MatchProblem, MatchProject, MatchRequirement } from '../problem/match-problem.ts'

/** Why items together make a match hard to prove. */
export type HardItemsKind = 'equalBids' | 'equalOffers' | 'proportionalBids' | 'andGroups'

/** Items of one organisation that together may make a match slow to prove, tie or price. */
export interface HardItems {
  ownerId: string
  kind: HardItemsKind
  /** Projects or requirements. */
  itemIds: string[]
  /** Number of equal bids or offers, of bids at one price for each unit, or of groups. */
  count: number
}

/** With fewer than this of one kind, searching all of their combinations is quick. */
const FEWEST = 15

/** With fewer members, a group is no harder than the bids in it. */
const FEWEST_MEMBERS = 3

interface Item {
  id: string
  ownerId: string
  key: string
}

const together = (kind: HardItemsKind, items: readonly Item[]): HardItems[] => {
  const found = new Map<string, HardItems>()
  for (const { id, ownerId, key } of items) {
    const own = `${ownerId} ${key}`
    const known = found.get(own) ?? { ownerId, kind, itemIds: [], count: 0 }
    known.itemIds.push(id)
    known.count += 1
    found.set(own, known)
  }
  return [...found.values()].filter(({ count }) => count >= FEWEST)
}

const equalOffer = ({
  id,
  name: _name,
  supplierId: ownerId,
  offeredAt: _at,
  services,
  ...rest
}: MatchProject): Item => ({
  id,
  ownerId,
  key: JSON.stringify([rest, services.map(({ id: _service, ...service }) => service)]),
})

const equalBid = ({ id, name: _name, buyerId: ownerId, bidAt: _at, ...rest }: MatchRequirement): Item => ({
  id,
  ownerId,
  key: JSON.stringify(rest),
})

/** Bids that differ in their units, and in their money only as their units do. */
const proportionalBid = (requirement: MatchRequirement): Item => {
  const { ongoingUnits, additionalUnits, bid, ...rest } = requirement
  const { id, ownerId, key } = equalBid({
    ...rest,
    bid: 0,
    bidOngoingOnly: null,
    ongoingUnits: 0,
    additionalUnits: 0,
  })
  return { id, ownerId, key: `${key} ${(bid / (ongoingUnits + additionalUnits)).toPrecision(9)}` }
}

const andGroups = ({ groups }: MatchProblem): HardItems[] => {
  const large = groups.filter(({ type, memberIds }) => type === 'AND' && memberIds.length >= FEWEST_MEMBERS)
  const owners = [...new Set(large.map(({ ownerId }) => ownerId))]
  return owners.flatMap((ownerId): HardItems[] => {
    const own = large.filter(group => group.ownerId === ownerId)
    const itemIds = own.flatMap(({ memberIds }) => memberIds)
    return own.length < FEWEST ? [] : [{ ownerId, kind: 'andGroups', itemIds, count: own.length }]
  })
}

/**
 * Finds what may make a match slow before anything is solved: many equal bids or offers of one organisation, many
 * bids at one price for each unit, and many AND groups of three or more. The largest comes first. Such items may be
 * harmless; without them a round of this size is seldom hard.
 */
export const findHardItems = (problem: MatchProblem): HardItems[] => {
  const equal = together('equalBids', problem.requirements.map(equalBid))
  const isEqual = new Set(equal.flatMap(({ itemIds }) => itemIds))
  const others = problem.requirements.filter(({ id, divisible }) => !divisible && !isEqual.has(id))
  return [
    ...equal,
    ...together('equalOffers', problem.projects.map(equalOffer)),
    ...together('proportionalBids', others.map(proportionalBid)),
    ...andGroups(problem),
  ].toSorted((a, b) => b.count - a.count)
}

/** Says what some items of an owner, by its name, are: “30 equal bids of Avon Homes”. */
export const hardItemsSentence = ({ kind, count }: HardItems, owner: string): string => {
  const what: Readonly<Record<HardItemsKind, string>> = {
    equalBids: 'equal bids',
    equalOffers: 'equal offers',
    proportionalBids: 'bids at one price for each unit',
    andGroups: 'groups that win together or not at all',
  }
  return `${count} ${what[kind]} of ${owner}`
}
