import type { Units } from '#domain/units'

/** What somebody must get, what it may get, and where from. */
export interface Wish {
  id: string
  least: Units
  most: Units
  from: readonly string[]
}

/** For each taker, how much it gets from each giver. */
export type Lanes = Map<string, Map<string, Units>>

interface Step {
  taker: string
  giver: string
}

/**
 * The shortest way to bring one taker more, moving others to other givers on the way (Ford and Fulkerson
 * 1956).
 */
const pathTo = (
  taker: string,
  wishes: Map<string, Wish>,
  left: Map<string, Units>,
  lanes: Lanes,
): Step[] | null => {
  const users = new Map<string, string[]>()
  for (const [user, lane] of lanes)
    for (const [giver, units] of lane) if (units > 0) users.set(giver, [...(users.get(giver) ?? []), user])
  const cameBy = new Map<string, { giver: string; before: string } | null>([[taker, null]])
  for (const at of cameBy.keys()) {
    for (const giver of wishes.get(at)!.from) {
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

const add = (lanes: Lanes, taker: string, giver: string, units: Units): void => {
  const lane = lanes.get(taker) ?? new Map<string, Units>()
  const now = (lane.get(giver) ?? 0) + units
  if (now === 0) lane.delete(giver)
  else lane.set(giver, now)
  lanes.set(taker, lane)
}

/** Brings a taker up to so many units where that can be done. */
const bring = (
  wish: Wish,
  to: Units,
  wishes: Map<string, Wish>,
  left: Map<string, Units>,
  lanes: Lanes,
): boolean => {
  let missing = to - [...(lanes.get(wish.id)?.values() ?? [])].reduce((sum, units) => sum + units, 0)
  while (missing > 0) {
    const steps = pathTo(wish.id, wishes, left, lanes)
    if (steps === null) return false
    const displaced = steps
      .slice(0, -1)
      .map(({ taker }, at) => lanes.get(taker)?.get(steps[at + 1]!.giver) ?? 0)
    const units = Math.min(missing, left.get(steps[0]!.giver)!, ...displaced)
    steps.forEach(({ taker, giver }, at) => {
      add(lanes, taker, giver, units)
      if (at + 1 < steps.length) add(lanes, taker, steps[at + 1]!.giver, -units)
    })
    left.set(steps[0]!.giver, left.get(steps[0]!.giver)! - units)
    missing -= units
  }
  return true
}

/**
 * Whole units from givers to takers: everybody gets its least, and its most where there is room. Whole
 * numbers exist
 * because all bounds are whole (Hoffman and Kruskal 1956). Lanes used before are kept where possible.
 */
export const transport = (
  wishes: readonly Wish[],
  supply: ReadonlyMap<string, Units>,
  before: Lanes,
): Lanes => {
  const byId = new Map(wishes.map(wish => [wish.id, wish]))
  const left = new Map(supply)
  const lanes: Lanes = new Map()
  for (const { id, least, from } of wishes) {
    let missing = least
    for (const [giver, units] of before.get(id) ?? []) {
      const kept = Math.min(units, missing, left.get(giver) ?? 0)
      if (kept <= 0 || !from.includes(giver)) continue
      add(lanes, id, giver, kept)
      left.set(giver, left.get(giver)! - kept)
      missing -= kept
    }
  }
  for (const wish of wishes)
    if (!bring(wish, wish.least, byId, left, lanes)) throw new Error(`No units can be found for ${wish.id}`)
  for (const wish of wishes) bring(wish, wish.most, byId, left, lanes)
  return lanes
}
