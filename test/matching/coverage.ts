import { generateRound } from './generate.ts'
import { inOrder } from '#matching/formats/problem'
import { compile } from '#matching/model/compile'
import type { Program } from '#matching/model/program'
import { dominated } from '#matching/model/reduce'
import { submarkets, without } from '#matching/model/submarkets'
import { winnersOf } from '#matching/pricing/coalitions'
import type { Valued } from '#matching/pricing/draws'
import { numberOf } from '#matching/pricing/fraction'
import { NOTHING } from '#matching/pricing/join'
import { sumsOfPairs } from '#matching/pricing/pairs'
import { sharesFromDraws } from '#matching/pricing/sample'
import { sharesOf } from '#matching/pricing/shares'
import { tablesOf } from '#matching/pricing/tables'
import { solveWithBranchAndBound } from '#matching/solver/dense-program'

/** A market whose every coalition is known, so that samples of it cost nothing and can be judged. */
export interface KnownMarket {
  name: string
  winners: number
  values: Float64Array
  shares: number[]
}

const known = (name: string, program: Program, winners: readonly number[]): KnownMarket => {
  const places = winners.map((_, at) => at)
  const memberOf = winnersOf(program, winners)
  const [values] = tablesOf([{ program, memberOf, connectors: [], winners: places }], undefined, () => {})
  const table = { connectors: [], winners: places, values: values! }
  const { sums, scale } = sumsOfPairs([table, NOTHING], winners.length, [], [])
  const shares = sharesOf(sums).map(share => numberOf(share) / scale)
  return { name, winners: winners.length, values: values!, shares }
}

/** Parts of made-up rounds with as many winners as wanted, the others taken for losers. */
export const knownMarkets = (seeds: readonly number[], most: number): KnownMarket[] =>
  seeds.map(seed => {
    const { program } = compile(inOrder(generateRound('real', seed)))
    const [part] = submarkets(without(program, dominated(program)).program, false)
      .map(one => one.program)
      .toSorted((a, b) => a.columns.length - b.columns.length)
    const { x } = solveWithBranchAndBound({ program: part! })
    const won = part!.columns.flatMap(({ player }, at) => ((x?.[at] ?? 0) > 0.5 ? [player] : []))
    return known(`real ${seed}`, part!, [...new Set(won)].toSorted((a, b) => a - b).slice(0, most))
  })

/** How many of the stated intervals hold the truth, of samples with so many seeds that stop by the stopping rule. */
export const coverage = ({ winners, values, shares }: KnownMarket, seeds: number, work: number) => {
  const all = values.length - 1
  const setOf = (sides: Int8Array): number =>
    sides.reduce((set, side, at) => (side === 1 ? set | (1 << at) : set), 0)
  const valued = (draws: readonly Int8Array[]): Valued[] =>
    draws.map(sides => {
      const set = setOf(sides)
      return { here: Float64Array.of(values[set]!), others: Float64Array.of(values[all & ~set]!), work: 1 }
    })
  const drawn = Array.from({ length: winners }, (_, at) => at)
  const besideOf = (_sides: Int8Array, _side: number, of: Float64Array): Float64Array => of
  const runs = Array.from({ length: seeds }, (_, at) =>
    sharesFromDraws({ drawn, tabled: [], besideOf }, valued, {
      seed: at + 1,
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
