import type { ProgramBlock } from './program.ts'

/** A flow through a block: the units that each need still lacks, those left of each supply, and those of each supply by need. */
interface BlockFlowState {
  wanting: number[]
  left: number[]
  users: Map<number, number>[]
}

/** Finds the nodes that a need can reach by moving other needs to other supplies, and the path back. */
const findReachableSupplies = (
  { needs }: ProgramBlock,
  { users }: Pick<BlockFlowState, 'users'>,
  start: number,
) => {
  const via = new Map<number, { supply: number; before: number } | null>([[start, null]])
  const reached = new Map<number, number>()
  for (const need of via.keys()) {
    for (const supply of needs[need]!.from) {
      if (reached.has(supply)) continue
      reached.set(supply, need)
      for (const user of users[supply]!.keys()) if (!via.has(user)) via.set(user, { supply, before: need })
    }
  }
  return { via, reached }
}

/** Moves units along the path from a supply with some left to the need that lacks them. */
const augmentFlow = (
  sending: BlockFlowState,
  { via, reached }: ReturnType<typeof findReachableSupplies>,
  free: number,
): void => {
  const { users, left } = sending
  const steps = [{ need: reached.get(free)!, supply: free }]
  for (let at = via.get(steps[0]!.need); at; at = via.get(at.before))
    steps.push({ need: at.before, supply: at.supply })
  const start = steps.at(-1)!.need
  const moved = steps.slice(1).map(({ supply }, at) => users[supply]!.get(steps[at]!.need)!)
  const units = Math.min(sending.wanting[start]!, left[free]!, ...moved)
  steps.forEach(({ need, supply }, at) => {
    users[supply]!.set(need, (users[supply]!.get(need) ?? 0) + units)
    if (at === 0) return
    const before = steps[at - 1]!.need
    const rest = users[supply]!.get(before)! - units
    if (rest > 0) users[supply]!.set(before, rest)
    else users[supply]!.delete(before)
  })
  sending.wanting[start]! -= units
  left[free]! -= units
}

/**
 * Integral maximum flow from the supplies of a block to its needs, updated by augmenting paths while both change
 * (Ford and Fulkerson 1956).
 */
export const createIncrementalMaxFlow = (block: ProgramBlock) => {
  const sending: BlockFlowState = {
    wanting: block.needs.map(() => 0),
    left: block.supplies.map(() => 0),
    users: block.supplies.map(() => new Map<number, number>()),
  }
  const { wanting, left, users } = sending
  const routed = (need: number): boolean => {
    while (wanting[need]! > 0) {
      const reach = findReachableSupplies(block, sending, need)
      const free = [...reach.reached.keys()].find(supply => left[supply]! > 0)
      if (free === undefined) return false
      augmentFlow(sending, reach, free)
    }
    return true
  }
  const takeBack = (supply: number, need: number, most: number): number => {
    const used = users[supply]!.get(need) ?? 0
    const units = Math.min(used, most)
    if (units === used) users[supply]!.delete(need)
    else users[supply]!.set(need, used - units)
    left[supply]! += units
    return units
  }
  return {
    /** Raises a need; true if it can be served in full. */
    want: (need: number, units: number): boolean => {
      wanting[need]! += units
      return routed(need)
    },
    /** Lowers a need. */
    release: (need: number, units: number): void => {
      let rest = units - Math.min(units, wanting[need]!)
      wanting[need]! -= units - rest
      for (const supply of block.needs[need]!.from) if (rest > 0) rest -= takeBack(supply, need, rest)
    },
    /** Raises a supply. */
    bring: (supply: number, units: number): void => {
      left[supply]! += units
    },
    /** Lowers a supply; yields each need that is no longer fully served, as often as this happens. */
    remove: function* (supply: number, units: number): Generator<number> {
      left[supply]! -= units
      while (left[supply]! < 0) {
        const [need] = users[supply]!.keys()
        wanting[need!]! += takeBack(supply, need!, -left[supply]!)
        while (!routed(need!)) yield need!
      }
    },
  }
}
