import {
  usableUnitsSuppliedOnDay,
  unitsNeededOnDay,
  type WinnableItem,
  type ItemConstraint,
  type ConstantPeriod,
  type VerifierRound,
} from './round.ts'

/** Amount that each item supplies or needs when it is won in full, by its index in the component. */
export type NodeAmounts = ReadonlyMap<number, number>

/** One period of a component. Needs that the same supplies may serve are merged into one node; supplies that may serve the same needs likewise. */
export interface PeriodNetwork {
  at: ConstantPeriod
  needs: { amounts: NodeAmounts; from: readonly number[] }[]
  supplies: NodeAmounts[]
}

/** Items that are connected with each other, and with no others. */
export interface Component {
  items: WinnableItem[]
  /** Their indices in the round. */
  places: number[]
  limits: ItemConstraint[]
  networks: PeriodNetwork[]
}

/** Needs (by requirement and way to win) and supplies (by service) of a period. */
interface Snapshot {
  at: ConstantPeriod
  needs: ReadonlyMap<string, { item: number; amount: number; services: readonly number[] }>
  supply: ReadonlyMap<number, number>
}

const snapshotOf = (
  round: VerifierRound,
  at: ConstantPeriod,
  items: Iterable<number>,
  services: Iterable<number> = round.offers.keys(),
): Snapshot => {
  const supply = new Map<number, number>()
  for (const service of services) {
    const units = usableUnitsSuppliedOnDay(round.problem, round.offers[service]!.service, at)
    if (units > 0) supply.set(service, units)
  }
  const needs = new Map<string, { item: number; amount: number; services: readonly number[] }>()
  for (const item of items)
    for (const way of round.items[item]!.ways) {
      const amount = unitsNeededOnDay(round.problem, way, at)
      const from = round.serves.get(way.requirement.id)!.filter(service => supply.has(service))
      if (amount > 0) needs.set(`${item} ${way.requirement.id}`, { item, amount, services: from })
    }
  return { at, needs, supply }
}

/** Items that no supply could serve, whole or, if divided, in their least part. */
const hopelessIn = (round: VerifierRound, snapshots: readonly Snapshot[]): Set<number> => {
  const gone = new Set<number>()
  for (const { needs, supply } of snapshots)
    for (const { item, amount, services } of needs.values()) {
      const most = services.reduce((sum, service) => sum + supply.get(service)!, 0)
      if (most < (round.items[item]!.isWhole ? amount : 1)) gone.add(item)
    }
  return gone
}

/** Groups indices up to a size that are tied to each other, directly or through others. */
export const groupByTies = (size: number, ties: Iterable<readonly number[]>): number[][] => {
  const leader = Array.from({ length: size }, (_, at) => at)
  const lead = (at: number): number => (leader[at] === at ? at : (leader[at] = lead(leader[at]!)))
  for (const tie of ties) for (const other of tie) leader[lead(other)] = lead(tie[0]!)
  const sets = new Map<number, number[]>()
  leader.forEach((_, at) => {
    const set = sets.get(lead(at))
    if (set === undefined) sets.set(lead(at), [at])
    else set.push(at)
  })
  return [...sets.values()]
}

/** True if no need is greater and no supply smaller than in another period. */
const isNoHarder = (easy: Snapshot, hard: Snapshot): boolean => {
  for (const [key, { amount }] of easy.needs) if ((hard.needs.get(key)?.amount ?? 0) < amount) return false
  for (const [service, units] of easy.supply) if ((hard.supply.get(service) ?? 0) > units) return false
  for (const service of hard.supply.keys()) if (!easy.supply.has(service)) return false
  return true
}

/** Drops periods that are no harder than another; of equal ones the first stays. */
const hardest = (snapshots: readonly Snapshot[]): Snapshot[] => {
  const kept: Snapshot[] = []
  for (const one of snapshots) {
    if (one.needs.size === 0 || kept.some(other => isNoHarder(one, other))) continue
    const rest = kept.filter(other => !isNoHarder(other, one))
    kept.splice(0, kept.length, ...rest, one)
  }
  return kept
}

const addTo = (amounts: Map<number, number>, item: number, amount: number): void => {
  amounts.set(item, (amounts.get(item) ?? 0) + amount)
}

/** A period as a network in which equal needs share a node, and so do equal supplies. */
const networkOf = (
  { at, needs, supply }: Snapshot,
  offers: VerifierRound['offers'],
  placeOf: ReadonlyMap<number, number>,
): PeriodNetwork => {
  const alike = new Map<string, { amounts: Map<number, number>; services: readonly number[] }>()
  for (const { item, amount, services } of needs.values()) {
    const key = services.join()
    const node = alike.get(key) ?? { amounts: new Map<number, number>(), services }
    addTo(node.amounts, placeOf.get(item)!, amount)
    alike.set(key, node)
  }
  const nodes = [...alike.values()]
  const served = new Map<number, number[]>()
  nodes.forEach(({ services }, need) => {
    for (const service of services) served.set(service, [...(served.get(service) ?? []), need])
  })
  const twins = new Map<string, { amounts: Map<number, number>; needs: number[] }>()
  for (const [service, own] of served) {
    const node = twins.get(own.join()) ?? { amounts: new Map<number, number>(), needs: own }
    addTo(node.amounts, placeOf.get(offers[service]!.item)!, supply.get(service)!)
    twins.set(own.join(), node)
  }
  const supplies = [...twins.values()]
  const fromOf = (need: number): number[] =>
    supplies.flatMap((node, place) => (node.needs.includes(need) ? [place] : []))
  return {
    at,
    needs: nodes.map(({ amounts }, need) => ({ amounts, from: fromOf(need) })),
    supplies: supplies.map(({ amounts }) => amounts),
  }
}

/** Limits over some items, by their indices; items outside them win nothing. */
const limitsOn = ({ limits }: VerifierRound, placeOf: ReadonlyMap<number, number>): ItemConstraint[] =>
  limits.flatMap(({ items, weights, isEqual }) => {
    const kept = items.flatMap((item, at) => (placeOf.has(item) ? [at] : []))
    if (kept.length === 0) return []
    return [
      { items: kept.map(at => placeOf.get(items[at]!)!), weights: kept.map(at => weights[at]!), isEqual },
    ]
  })

/** Splits a round into independent components, without items that no supply could serve. */
export const splitIntoComponents = (round: VerifierRound): Component[] => {
  const all = [...round.items.keys()]
  const whole = round.periods.map(at => snapshotOf(round, at, all))
  const gone = hopelessIn(round, whole)
  const ties = whole.flatMap(({ needs }) =>
    [...needs.values()].map(({ item, services }) => [item, ...services.map(at => round.offers[at]!.item)]),
  )
  const limits = round.limits.map(({ items }) => items)
  const open = [...ties, ...limits]
    .map(tie => tie.filter(item => !gone.has(item)))
    .filter(tie => tie.length > 1)
  return groupByTies(all.length, open)
    .filter(([first]) => !gone.has(first!))
    .map(places => {
      const placeOf = new Map(places.map((item, at) => [item, at]))
      const services = [...round.offers.keys()].filter(at => placeOf.has(round.offers[at]!.item))
      const needed = hardest(round.periods.map(at => snapshotOf(round, at, places, services)))
      return {
        items: places.map(item => round.items[item]!),
        places,
        limits: limitsOn(round, placeOf),
        networks: needed.map(one => networkOf(one, round.offers, placeOf)),
      }
    })
}
