import { generateRound } from './generate.ts'
import { sortProblem } from '../src/formats/problem.ts'
import { compileMarket } from '../src/model/compile.ts'
import type { MarketProgram } from '../src/model/program.ts'
import { findDominatedColumns } from '../src/model/reduce.ts'
import { splitIntoSubmarkets, removeColumns } from '../src/model/submarkets.ts'
import { winnerOfEachColumn } from '../src/pricing/coalitions.ts'
import type { ValuedDraw } from '../src/pricing/draws.ts'
import { fractionToNumber } from '../src/pricing/fraction.ts'
import { EMPTY_VALUE_TABLE } from '../src/pricing/join.ts'
import { sumCoalitionsByTablePairs } from '../src/pricing/pairs.ts'
import { estimateSharesWithValuer } from '../src/pricing/sample.ts'
import { shapleyShares } from '../src/pricing/shares.ts'
import { fillValueTables } from '../src/pricing/tables.ts'
import { solveWithBranchAndBound } from '../src/solver/dense-program.ts'

/** A market with all coalition values known, so that samples cost nothing and can be judged. */
export interface KnownMarket {
  name: string
  winners: number
  values: Float64Array
  shares: number[]
}

const known = (name: string, program: MarketProgram, winners: readonly number[]): KnownMarket => {
  const places = winners.map((_, at) => at)
  const memberOf = winnerOfEachColumn(program, winners)
  const [values] = fillValueTables(
    [{ program, memberOf, connectors: [], winners: places }],
    undefined,
    () => {},
  )
  const table = { connectors: [], winners: places, values: values! }
  const { sums, scale } = sumCoalitionsByTablePairs([table, EMPTY_VALUE_TABLE], winners.length, [], [])!
  const shares = shapleyShares(sums).map(share => fractionToNumber(share) / scale)
  return { name, winners: winners.length, values: values!, shares }
}

/** Parts of generated rounds with up to this many winners; all others count as losers. */
export const knownMarkets = (seeds: readonly number[], most: number): KnownMarket[] =>
  seeds.map(seed => {
    const { program } = compileMarket(sortProblem(generateRound('real', seed)))
    const [part] = splitIntoSubmarkets(removeColumns(program, findDominatedColumns(program)).program, false)
      .map(one => one.program)
      .toSorted((a, b) => a.columns.length - b.columns.length)
    const { x } = solveWithBranchAndBound({ program: part! })
    const won = part!.columns.flatMap(({ player }, at) => ((x?.[at] ?? 0) > 0.5 ? [player] : []))
    return known(`real ${seed}`, part!, [...new Set(won)].toSorted((a, b) => a - b).slice(0, most))
  })

/**
 * Fraction of the stated intervals that include the true share, over samples with different seeds under the stopping
 * rule.
 */
export const measureIntervalCoverage = (
  { winners, values, shares }: KnownMarket,
  seeds: number,
  work: number,
) => {
  const all = values.length - 1
  const setOf = (sides: Int8Array): number =>
    sides.reduce((set, side, at) => (side === 1 ? set | (1 << at) : set), 0)
  const valued = (draws: readonly Int8Array[]): ValuedDraw[] =>
    draws.map(sides => {
      const set = setOf(sides)
      return { here: Float64Array.of(values[set]!), others: Float64Array.of(values[all & ~set]!), work: 1 }
    })
  const drawn = Array.from({ length: winners }, (_, at) => at)
  const besideOf = (_sides: Int8Array, _side: number, of: Float64Array): Float64Array => of
  const runs = Array.from({ length: seeds }, (_, at) =>
    estimateSharesWithValuer({ drawn, tabled: [], besideOf }, valued, {
      seed: at + 1,
      kinds: [],
      work,
      onProgress: () => {},
      pulse: () => {},
    }),
  )
  const within = runs.map(run =>
    run.shares.filter((share, at) => Math.abs(share - shares[at]!) <= run.halfWidths[at]!),
  )
  const held = within.reduce((sum, { length }) => sum + length, 0) / (seeds * winners)
  const batches = runs.reduce((sum, run) => sum + run.batches, 0) / seeds
  return { held, batches }
}
