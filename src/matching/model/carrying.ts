import { improve, reachOf, type Sending } from './open-blocks.ts'
import type { Block } from './program.ts'

/**
 * What a block carries from supplies to needs while its needs and supplies change, in whole numbers: an integral
 * maximum flow, kept up by augmenting paths (Ford and Fulkerson 1956).
 */
export const carryingIn = (block: Block) => {
  const sending: Sending = {
    wanting: block.needs.map(() => 0),
    left: block.supplies.map(() => 0),
    users: block.supplies.map(() => new Map<number, number>()),
  }
  const { wanting, left, users } = sending
  const routed = (need: number): boolean => {
    while (wanting[need]! > 0) {
      const reach = reachOf(block, sending, need)
      const free = [...reach.reached.keys()].find(supply => left[supply]! > 0)
      if (free === undefined) return false
      improve(sending, reach, free)
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
    /** A need wants more; is all of it carried? */
    want: (need: number, units: number): boolean => {
      wanting[need]! += units
      return routed(need)
    },
    /** A need wants less. */
    release: (need: number, units: number): void => {
      let rest = units - Math.min(units, wanting[need]!)
      wanting[need]! -= units - rest
      for (const supply of block.needs[need]!.from) if (rest > 0) rest -= takeBack(supply, need, rest)
    },
    /** A supply brings more. */
    bring: (supply: number, units: number): void => {
      left[supply]! += units
    },
    /** A supply brings less; the needs that go without, each as often as it is short again. */
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
