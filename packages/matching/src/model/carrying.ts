import { augmentFlow, findReachableSupplies, type BlockFlowState } from './open-blocks.ts'
import type { ProgramBlock } from './program.ts'

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
