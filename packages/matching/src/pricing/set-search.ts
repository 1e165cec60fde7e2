import { hasOnlyWholePenceValues } from '../model/program.ts'
import { createCoalitionEvaluator } from '../solver/evaluator.ts'
import { createDualBoundCache } from './price-bounds.ts'
import type { CoalitionGame } from './block-game.ts'

/** The best match of a set, above a floor, and the connectors of the set that it leaves idle. */
export interface SetMatch {
  value: number
  idle: number
}

/**
 * Finds the best match that uses all winners of a set, if it is worth more than a floor; null if none is. None is worth
 * more than the ceiling.
 */
export type SetSearch = (set: number, floor: number, ceiling: number) => SetMatch | null

/** Marks the columns of a game that every match with all winners of a set uses: those of winners with only one, if whole. */
export const soleColumns = ({ program, memberOf, connectors, winners }: CoalitionGame): Uint8Array => {
  const held = new Int32Array(connectors.length + winners.length)
  for (const member of memberOf) if (member >= 0) held[member]! += 1
  return Uint8Array.from(memberOf, (member, column) =>
    member >= connectors.length && held[member] === 1 && program.columns[column]!.whole ? 1 : 0,
  )
}

/** Searches by branch and bound, unless the prices of an earlier search answer the question. */
export const createSetSearch = (game: CoalitionGame, sole: Uint8Array, pulse: () => void): SetSearch => {
  const { program, memberOf, connectors, winners } = game
  const shift = connectors.length
  const bounds = createDualBoundCache(memberOf, sole, shift, winners.length)
  const valueOf = createCoalitionEvaluator(program, pulse, true, bounds.learn)
  const step = hasOnlyWholePenceValues(program) ? 1 : Number.EPSILON
  const present = new Uint8Array(memberOf.length)
  const used = new Uint8Array(memberOf.length)
  const all = 2 ** shift - 1
  let looked = -1
  return (set, floor) => {
    if (looked !== set >> shift) {
      looked = set >> shift
      bounds.look(looked)
    }
    if (bounds.isBelow(set & all, floor + step)) return null
    for (let column = 0; column < memberOf.length; column += 1) {
      const member = memberOf[column]!
      present[column] = member < 0 ? 1 : (set >> member) & 1
      used[column] = sole[column]! & present[column]!
    }
    const found = valueOf(present, floor, used)
    if (found === null) return null
    let idle = set & all
    for (const column of found.chosen) if (memberOf[column]! >= 0) idle &= ~(1 << memberOf[column]!)
    return { value: found.value, idle }
  }
}
