import type { Solver } from './ask.ts'
import { coalitionValues } from './coalitions.ts'
import { NOTHING, winnersOf, worth, type Program } from './program.ts'
import { hopeless } from './reduce.ts'
import { sharesOf } from './shares.ts'
import { strengthened } from './strong.ts'
import { submarkets, without } from './submarkets.ts'

/** What one winner gets of the surplus, before rounding, and how sure that is. */
export interface Share {
  player: number
  value: number
  share: number
  /** What the market would lose without it: its share under the Vickrey rule. */
  marginal: number
  halfWidth: number
}

/** Coalition values of one submarket, kept for the audit. */
export interface PricedPart {
  winners: number[]
  values: Float64Array
  solved: number
}

/** All shares of a market and what they were worked out from. */
export interface Priced {
  shares: Share[]
  exact: boolean
  parts: PricedPart[]
}

/** What the market's winners bring and ask, by player. */
const valuesOf = (program: Program, x: ArrayLike<number>): Map<number, number> => {
  const values = new Map<number, number>()
  program.columns.forEach(({ player, value }, at) => {
    if (player >= 0 && x[at]! > NOTHING) values.set(player, (values.get(player) ?? 0) + value * x[at]!)
  })
  return values
}

/** Shares the surplus of a match among its winners, one independent submarket at a time. */
export const priceMatch = (
  program: Program,
  x: ArrayLike<number>,
  solve: Solver,
  tick: (done: number) => void,
): Priced => {
  const reduced = without(program, hopeless(program))
  const parts = submarkets(reduced.program, true)
  const shares: Share[] = []
  const priced: PricedPart[] = []
  for (const [index, part] of parts.entries()) {
    const chosen = part.from.map(column => x[reduced.from[column]!]!)
    const winners = winnersOf(part.program, chosen)
    if (winners.length === 0) continue
    const strong = strengthened(part.program, true)
    const coalitions = coalitionValues(strong, winners, solve, done => tick((index + done) / parts.length))
    const { values, solved } = coalitions
    const all = values.length - 1
    const found = worth(part.program, chosen)
    if (Math.abs(values[all]! - found) > 0.05) throw new Error('Two solvers disagree on the greatest surplus')
    const won = valuesOf(part.program, chosen)
    sharesOf(values, winners.length).forEach((share, at) => {
      const player = winners[at]!
      const marginal = values[all]! - values[all & ~(1 << at)]!
      shares.push({ player, value: won.get(player)!, share, marginal, halfWidth: 0 })
    })
    priced.push({ winners, values, solved })
  }
  return { shares, exact: true, parts: priced }
}
