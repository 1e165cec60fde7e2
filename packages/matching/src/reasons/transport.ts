import type { Units } from '@credit-market/values/units'

/** Minimum and maximum that one taker gets, and from which givers. */
export interface TransportDemand {
  id: string
  least: Units
  most: Units
  from: readonly string[]
}

/** For each taker, the amount from each giver. */
export type Shipments = Map<string, Map<string, Units>>

interface Step {
  taker: string
  giver: string
}

/** The shortest path that brings one taker more, moving others to other givers (Ford and Fulkerson 1956). */
const pathTo = (
  taker: string,
  demands: Map<string, TransportDemand>,
  left: Map<string, Units>,
  shipments: Shipments,
): Step[] | null => {
  const users = new Map<string, string[]>()
  for (const [user, shipped] of shipments)
    for (const [giver, units] of shipped) if (units > 0) users.set(giver, [...(users.get(giver) ?? []), user])
  const cameBy = new Map<string, { giver: string; before: string } | null>([[taker, null]])
  for (const at of cameBy.keys()) {
    for (const giver of demands.get(at)!.from) {
      if ((left.get(giver) ?? 0) > 0) return trace(at, giver, cameBy)
      for (const user of users.get(giver) ?? [])
        if (!cameBy.has(user)) cameBy.set(user, { giver, before: at })
    }
  }
  return null
}

const trace = (
  last: string,
  giver: string,
  cameBy: ReadonlyMap<string, { giver: string; before: string } | null>,
): Step[] => {
  const steps: Step[] = [{ taker: last, giver }]
  for (let from = cameBy.get(last); from; from = cameBy.get(from.before))
    steps.push({ taker: from.before, giver: from.giver })
  return steps
}

const add = (shipments: Shipments, taker: string, giver: string, units: Units): void => {
  const shipped = shipments.get(taker) ?? new Map<string, Units>()
  const now = (shipped.get(giver) ?? 0) + units
  if (now === 0) shipped.delete(giver)
  else shipped.set(giver, now)
  shipments.set(taker, shipped)
}

/** Raises a taker to an amount, if that is possible. */
const bring = (
  demand: TransportDemand,
  to: Units,
  demands: Map<string, TransportDemand>,
  left: Map<string, Units>,
  shipments: Shipments,
): boolean => {
  let missing = to - [...(shipments.get(demand.id)?.values() ?? [])].reduce((sum, units) => sum + units, 0)
  while (missing > 0) {
    const steps = pathTo(demand.id, demands, left, shipments)
    if (steps === null) return false
    const displaced = steps
      .slice(0, -1)
      .map(({ taker }, at) => shipments.get(taker)?.get(steps[at + 1]!.giver) ?? 0)
    const units = Math.min(missing, left.get(steps[0]!.giver)!, ...displaced)
    steps.forEach(({ taker, giver }, at) => {
      add(shipments, taker, giver, units)
      if (at + 1 < steps.length) add(shipments, taker, steps[at + 1]!.giver, -units)
    })
    left.set(steps[0]!.giver, left.get(steps[0]!.giver)! - units)
    missing -= units
  }
  return true
}

/**
 * Distributes whole units from givers to takers: everyone gets the minimum, and more where there is room. Whole
 * numbers exist because all bounds are whole (Hoffman and Kruskal 1956). Earlier shipments are kept where possible.
 */
export const solveTransportProblem = (
  demands: readonly TransportDemand[],
  supply: ReadonlyMap<string, Units>,
  before: Shipments,
): Shipments => {
  const byId = new Map(demands.map(demand => [demand.id, demand]))
  const left = new Map(supply)
  const shipments: Shipments = new Map()
  for (const { id, least, from } of demands) {
    let missing = least
    for (const [giver, units] of before.get(id) ?? []) {
      const kept = Math.min(units, missing, left.get(giver) ?? 0)
      if (kept <= 0 || !from.includes(giver)) continue
      add(shipments, id, giver, kept)
      left.set(giver, left.get(giver)! - kept)
      missing -= kept
    }
  }
  for (const demand of demands)
    if (!bring(demand, demand.least, byId, left, shipments))
      throw new Error(`There are not enough units for ${demand.id}`)
  for (const demand of demands) bring(demand, demand.most, byId, left, shipments)
  return shipments
}
