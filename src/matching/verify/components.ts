import { bringsOn, needOn, type Item, type Limit, type Period, type Round } from './round.ts'

/** How much each item brings or takes when it is won in full, by its place in the component. */
export type Amounts = ReadonlyMap<number, number>

/** One period of a component: needs that the same supplies may serve are one node, and so are such supplies. */
export interface Network {
  at: Period
  needs: { amounts: Amounts; from: readonly number[] }[]
  supplies: Amounts[]
}

/** Items that have to do with each other, and with no others. */
export interface Component {
  items: Item[]
  /** Their places in the round. */
  places: number[]
  limits: Limit[]
  networks: Network[]
}

/** What a period asks and brings: needs by requirement and way to win, supplies by service. */
interface Snapshot {
  at: Period
  needs: ReadonlyMap<string, { item: number; amount: number; services: readonly number[] }>
  supply: ReadonlyMap<number, number>
}

const snapshotOf = (
  round: Round,
  at: Period,
  items: Iterable<number>,
  services: Iterable<number> = round.offers.keys(),
): Snapshot => {
  const supply = new Map<number, number>()
  for (const service of services) {
    const units = bringsOn(round.problem, round.offers[service]!.service, at)
    if (units > 0) supply.set(service, units)
  }
  const needs = new Map<string, { item: number; amount: number; services: readonly number[] }>()
  for (const item of items)
    for (const way of round.items[item]!.ways) {
      const amount = needOn(round.problem, way, at)
      const from = round.serves.get(way.requirement.id)!.filter(service => supply.has(service))
      if (amount > 0) needs.set(`${item} ${way.requirement.id}`, { item, amount, services: from })
    }
  return { at, needs, supply }
}

/** Items that no supply at all could ever meet, in whole or, where they are divided, in the least part. */
const hopelessIn = (round: Round, snapshots: readonly Snapshot[]): Set<number> => {
  const gone = new Set<number>()
  for (const { needs, supply } of snapshots)
    for (const { item, amount, services } of needs.values()) {
      const most = services.reduce((sum, service) => sum + supply.get(service)!, 0)
      if (most < (round.items[item]!.isWhole ? amount : 1)) gone.add(item)
    }
  return gone
}

const joined = (size: number, ties: Iterable<readonly number[]>): number[][] => {
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

/** A period is no harder than another in which no need is smaller and no supply greater. */
const isNoHarder = (easy: Snapshot, hard: Snapshot): boolean => {
  for (const [key, { amount }] of easy.needs) if ((hard.needs.get(key)?.amount ?? 0) < amount) return false
  for (const [service, units] of easy.supply) if ((hard.supply.get(service) ?? 0) > units) return false
  for (const service of hard.supply.keys()) if (!easy.supply.has(service)) return false
  return true
}

/** Periods without those that are no harder than another; of equal ones the first stays. */
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

/** A period as a network: alike needs are one node, and alike supplies are one. */
const networkOf = (
  { at, needs, supply }: Snapshot,
  offers: Round['offers'],
  placeOf: ReadonlyMap<number, number>,
): Network => {
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

/** The limits that touch some items, by the places of these; what is not among them wins nothing. */
const limitsOn = ({ limits }: Round, placeOf: ReadonlyMap<number, number>): Limit[] =>
  limits.flatMap(({ items, weights, isEqual }) => {
    const kept = items.flatMap((item, at) => (placeOf.has(item) ? [at] : []))
    if (kept.length === 0) return []
    return [
      { items: kept.map(at => placeOf.get(items[at]!)!), weights: kept.map(at => weights[at]!), isEqual },
    ]
  })

/** A round in parts that have nothing to do with each other, without items that no supply could ever meet. */
export const componentsOf = (round: Round): Component[] => {
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
  return joined(all.length, open)
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
