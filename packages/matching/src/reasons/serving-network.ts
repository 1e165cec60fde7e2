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

/** A step of a path: more or fewer units of a pair or, without a pair, of a giver into the sink. */
type Step = { pair: Pair; by: 1 | -1 } | { pair: null; giver: number; by: 1 | -1 }

interface Arc {
  to: number
  cost: number
  step: Step
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
  const nodeOf = (giver: number): number => takers.length + giver
  const pairs = takers.map((one, taker) =>
    one.pairs.map((pair): Pair => ({ ...pair, taker, amount: 0, isFixed: false })),
  )
  const users = supply.map((): Pair[] => [])
  for (const pair of pairs.flat()) users[pair.giver]!.push(pair)
  const left = [...supply]
  const potential = new Float64Array(sink + 1)

  const costOf = ({ distance, later, amount }: Pair, by: 1 | -1): number =>
    by * (distance * far - ((by === 1 ? amount < later : amount <= later) ? 1 : 0))
  const roomOf = (step: Step): Units => {
    if (step.pair === null) return step.by === 1 ? left[step.giver]! : supply[step.giver]! - left[step.giver]!
    const { later, amount } = step.pair
    if (step.by === 1) return amount < later ? later - amount : Infinity
    return amount > later ? amount - later : amount
  }
  const arcsFrom = (node: number): Arc[] => {
    if (node < takers.length)
      return pairs[node]!.filter(({ isFixed }) => !isFixed).map(pair => ({
        to: nodeOf(pair.giver),
        cost: costOf(pair, 1),
        step: { pair, by: 1 },
      }))
    if (node === sink)
      return left.flatMap((some, giver): Arc[] =>
        some < supply[giver]! ? [{ to: nodeOf(giver), cost: 0, step: { pair: null, giver, by: -1 } }] : [],
      )
    const giver = node - takers.length
    const back = users[giver]!.filter(({ amount, isFixed }) => amount > 0 && !isFixed).map((pair): Arc => ({
      to: pair.taker,
      cost: costOf(pair, -1),
      step: { pair, by: -1 },
    }))
    return left[giver]! > 0 ? [...back, { to: sink, cost: 0, step: { pair: null, giver, by: 1 } }] : back
  }
  const trace = (cameBy: ReadonlyMap<number, { from: number; step: Step }>, end: number): Step[] => {
    const steps: Step[] = []
    for (let came = cameBy.get(end); came; came = cameBy.get(came.from)) steps.push(came.step)
    return steps
  }
  const cheapestPath = (taker: number): readonly Step[] | null => {
    const cost = new Float64Array(sink + 1).fill(Infinity)
    cost[taker] = 0
    const cameBy = new Map<number, { from: number; step: Step }>()
    const open = new Set([taker])
    for (const node of open) {
      open.delete(node)
      if (node === sink) continue
      for (const { to, cost: more, step } of arcsFrom(node)) {
        if (to === taker || cost[node]! + more >= cost[to]!) continue
        cost[to] = cost[node]! + more
        cameBy.set(to, { from: node, step })
        open.add(to)
      }
    }
    return cameBy.has(sink) ? trace(cameBy, sink) : null
  }
  const findPotentials = (): void => {
    potential.fill(0)
    const open = new Set(potential.keys())
    for (const node of open) {
      open.delete(node)
      for (const { to, cost } of arcsFrom(node))
        if (potential[node]! + cost < potential[to]!) {
          potential[to] = potential[node]! + cost
          open.add(to)
        }
    }
  }
  const isFree = (from: number, { to, cost }: Arc): boolean => potential[from]! + cost === potential[to]!
  const freeCycle = (taker: number, at: number): readonly Step[] | null => {
    const pair = pairs[taker]![at]!
    const first = { to: nodeOf(pair.giver), cost: costOf(pair, 1), step: { pair, by: 1 } } satisfies Arc
    if (!isFree(taker, first)) return null
    const cameBy = new Map<number, { from: number; step: Step }>()
    const reached = new Set([first.to])
    for (const node of reached)
      for (const arc of arcsFrom(node)) {
        if (reached.has(arc.to) || arc.step.pair === pair || !isFree(node, arc)) continue
        cameBy.set(arc.to, { from: node, step: arc.step })
        if (arc.to === taker) return [first.step, ...trace(cameBy, taker)]
        reached.add(arc.to)
      }
    return null
  }
  const push = (path: readonly Step[], most: Units): Units => {
    const some = path.reduce((room, step) => Math.min(room, roomOf(step)), most)
    for (const step of path)
      if (step.pair === null) left[step.giver]! -= step.by * some
      else step.pair.amount += step.by * some
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
