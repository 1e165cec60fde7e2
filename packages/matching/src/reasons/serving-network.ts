import type { Units } from '@credit-market/values/units'

/** Pairs of a network: see `TransportDemand`. */
interface NetworkTaker {
  pairs: readonly { giver: number; distance: number; later: Units }[]
}

interface Pair {
  taker: number
  giver: number
  distance: number
  later: Units
  amount: Units
  isFixed: boolean
}

type By = 1 | -1

/** A step of a path: more or fewer units of a pair or, without a pair, of a giver into the sink. */
interface Step {
  pair: Pair | null
  giver: number
  by: By
}

/** A residual network of takers, givers and the sink, into which all that is given flows. */
export interface ServingNetwork {
  /** The cheapest path by which a taker can get more; null if there is none. */
  cheapestPath: (taker: number) => readonly Step[] | null
  /** A cycle without cost that gives a taker more by one of its pairs and changes no fixed one; null if there is none. */
  freeCycle: (taker: number, pair: number) => readonly Step[] | null
  /** Moves as much as possible along a path, at most an amount; returns how much. */
  push: (path: readonly Step[], most: Units) => Units
  amountOf: (taker: number, pair: number) => Units
  /** Leaves a pair as it is from now on. */
  fix: (taker: number, pair: number) => void
  /** Finds potentials, from which it follows which changes are without cost. */
  findPotentials: () => void
}

/**
 * The network of a transport problem, empty at first. The cost of a unit is its distance times more than the length of any
 * path, less 1 for each unit that the giver gives the taker in the following period: paths with the least cost have the
 * least distance and, of these, keep most. Shortest paths by Bellman and Ford, whose labels are whole numbers.
 */
export const createServingNetwork = (
  takers: readonly NetworkTaker[],
  supply: readonly Units[],
): ServingNetwork => {
  const sink = takers.length + supply.length
  const far = 4 * (sink + 1)
  const pairs = takers.map((one, taker) =>
    one.pairs.map((pair): Pair => ({ ...pair, taker, amount: 0, isFixed: false })),
  )
  const users = supply.map((): Pair[] => [])
  for (const pair of pairs.flat()) users[pair.giver]!.push(pair)
  const left = [...supply]
  const potential = new Float64Array(sink + 1)

  const costOf = ({ distance, later, amount }: Pair, by: By): number =>
    by * (distance * far - ((by === 1 ? amount < later : amount <= later) ? 1 : 0))
  const roomOf = ({ pair, giver, by }: Step): Units => {
    if (pair === null) return by === 1 ? left[giver]! : supply[giver]! - left[giver]!
    const { later, amount } = pair
    if (by === 1) return amount < later ? later - amount : Infinity
    return amount > later ? amount - later : amount
  }

  /** Calls a function with every node that a node leads to, and the cost and step; ends if it returns true. */
  const walk = (
    node: number,
    visit: (to: number, cost: number, pair: Pair | null, giver: number, by: By) => boolean,
  ): void => {
    if (node < takers.length) {
      for (const pair of pairs[node]!)
        if (!pair.isFixed && visit(takers.length + pair.giver, costOf(pair, 1), pair, pair.giver, 1)) return
    } else if (node === sink) {
      for (const [giver, some] of left.entries())
        if (some < supply[giver]! && visit(takers.length + giver, 0, null, giver, -1)) return
    } else {
      const giver = node - takers.length
      if (left[giver]! > 0 && visit(sink, 0, null, giver, 1)) return
      for (const pair of users[giver]!)
        if (pair.amount > 0 && !pair.isFixed && visit(pair.taker, costOf(pair, -1), pair, giver, -1)) return
    }
  }

  const cameFrom = new Int32Array(sink + 1)
  const cameBy: (Step | null)[] = Array.from({ length: sink + 1 }, () => null)
  const trace = (start: number, end: number): Step[] => {
    const steps: Step[] = []
    for (let node = end; node !== start || steps.length === 0; node = cameFrom[node]!)
      steps.push(cameBy[node]!)
    return steps
  }
  const relaxed = (cost: Float64Array, from: readonly number[]): void => {
    const open = new Set(from)
    for (const node of open) {
      open.delete(node)
      const own = cost[node]!
      walk(node, (to, more, pair, giver, by) => {
        if (own + more >= cost[to]!) return false
        cost[to] = own + more
        cameFrom[to] = node
        cameBy[to] = { pair, giver, by }
        open.add(to)
        return false
      })
    }
  }
  const cheapestPath = (taker: number): readonly Step[] | null => {
    const cost = new Float64Array(sink + 1).fill(Infinity)
    cost[taker] = 0
    relaxed(cost, [taker])
    return cost[sink] === Infinity ? null : trace(taker, sink)
  }
  const findPotentials = (): void => {
    potential.fill(0)
    relaxed(potential, [...potential.keys()])
  }
  const freeCycle = (taker: number, at: number): readonly Step[] | null => {
    const own = pairs[taker]![at]!
    const start = takers.length + own.giver
    if (potential[taker]! + costOf(own, 1) !== potential[start]!) return null
    const reached = new Set([start])
    for (const node of reached) {
      walk(node, (to, cost, pair, giver, by) => {
        if (reached.has(to) || pair === own || potential[node]! + cost !== potential[to]!) return false
        cameFrom[to] = node
        cameBy[to] = { pair, giver, by }
        reached.add(to)
        return to === taker
      })
      if (reached.has(taker)) return [{ pair: own, giver: own.giver, by: 1 }, ...trace(start, taker)]
    }
    return null
  }
  const push = (path: readonly Step[], most: Units): Units => {
    const some = path.reduce((room, step) => Math.min(room, roomOf(step)), most)
    for (const { pair, giver, by } of path)
      if (pair === null) left[giver]! -= by * some
      else pair.amount += by * some
    return some
  }
  return {
    cheapestPath,
    freeCycle,
    push,
    amountOf: (taker, at) => pairs[taker]![at]!.amount,
    fix: (taker, at) => void (pairs[taker]![at]!.isFixed = true),
    findPotentials,
  }
}
