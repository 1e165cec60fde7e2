import { conditioned, type CoalitionWorth } from './conditioned.ts'
import { cutOf } from './connectors.ts'
import { evaluator } from './pieces.ts'
import type { Program } from './program.ts'

/**
 * Values of all coalitions of winners, each together with all losers, as a table by set of winners (bit i is
 * winner i).
 */
export interface Coalitions {
  winners: number[]
  values: Float64Array
  /** What was worked out: every set between `used` and `members` is worth this. */
  solved: { members: number; used: number; value: number }[]
}

/** The winner each column belongs to, as a bit; 0 for losers, who always stay in (market rules 3.2). */
export const bitsOf = (program: Program, winners: readonly number[]): Int32Array => {
  const bit = new Map(winners.map((player, at) => [player, 1 << at]))
  return Int32Array.from(program.columns, ({ player }) => bit.get(player) ?? 0)
}

/**
 * Up to so many winners every coalition is valued; a few more where a few projects hold the market together.
 */
const MOST_WINNERS = 18
const MOST_WINNERS_IF_CUT = 22

/** Can all coalitions of so many winners be valued? */
export const exactlyPriceable = (program: Program, winners: number): boolean =>
  winners <= MOST_WINNERS || (winners <= MOST_WINNERS_IF_CUT && cutOf(program) !== null)

/** Whatever is fastest for this market: cut at its connectors, or taken whole. */
export const worthOfCoalitions = (
  program: Program,
  bits: Int32Array,
  pulse: () => void,
): ((members: number) => CoalitionWorth) => {
  const cut = cutOf(program)
  const byBlocks = cut === null ? null : conditioned(program, cut, bits, pulse)
  if (byBlocks !== null) return byBlocks
  const { worthOf } = evaluator(program, pulse)
  return members => {
    const { value, chosen } = worthOf(
      Uint8Array.from(bits, bit => (bit === 0 || (members & bit) !== 0 ? 1 : 0)),
    )
    return { value, used: chosen.reduce((set, column) => set | bits[column]!, 0) }
  }
}

/**
 * Largest sets first. A set whose best match leaves some winners idle is worth the same without any of
 * them, so one solve
 * settles every set between those it used and itself.
 */
export const coalitionValues = (
  program: Program,
  winners: readonly number[],
  tick: (done: number) => void,
): Coalitions => {
  const all = 2 ** winners.length - 1
  const values = new Float64Array(all + 1).fill(-1)
  let known = 0
  const worthOf = worthOfCoalitions(program, bitsOf(program, winners), () => tick(known / (all + 1)))
  const solved: Coalitions['solved'] = []
  for (let members = all; members >= 0; members -= 1) {
    if (values[members]! >= 0) continue
    const { value, used } = worthOf(members)
    solved.push({ members, used, value: Math.max(value, 0) })
    const idle = members & ~used
    for (let some = idle; ; some = (some - 1) & idle) {
      if (values[used | some]! < 0) known += 1
      values[used | some] = Math.max(value, 0)
      if (some === 0) break
    }
    tick(known / (all + 1))
  }
  return { winners: [...winners], values, solved }
}
