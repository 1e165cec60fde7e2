import { cutOf, type Cut } from '../model/connectors.ts'
import type { Program } from '../model/program.ts'
import { blockGame } from './block-game.ts'
import { costsOf, joinable, joinTables, NOTHING, rowsOf, type Factor } from './join.ts'
import { sumsOfPairs, type Paired } from './pairs.ts'
import type { WorkerPool } from './pool.ts'
import { tablesOf, type Game } from './tables.ts'

/** What was worked out for one block, or for a whole market that has none. */
export interface BlockValues {
  /** Columns of the projects decided first (the low bits of a set), and the winners (the bits above). */
  connectors: number[]
  winners: number[]
  /** The value of every set. */
  values: Float64Array
}

/**
 * What all coalitions of winners are worth, each together with all losers, added up by size, and everything that
 * follows from.
 */
export interface Coalitions extends Paired {
  blockValues: BlockValues[]
}

/** The winner each column belongs to, as its place among the winners; -1 for losers, who always stay in. */
export const winnersOf = (program: Program, winners: readonly number[]): Int32Array => {
  const place = new Map(winners.map((player, at) => [player, at]))
  return Int32Array.from(program.columns, ({ player }) => place.get(player) ?? -1)
}

/** So many sets of winners, times one more than the connectors, are valued in about a minute by two threads. */
const MOST_WORK = 2 ** 20
/** A block of more connectors and winners than this has too many sets for a table. */
const MOST_BITS = 23

const bitsOf = ({ connectors, winners }: Game): number => connectors.length + winners.length

/** Can every set of a block be valued? */
export const fits = (block: Game): boolean =>
  bitsOf(block) <= MOST_BITS && 2 ** block.winners.length * (1 + block.connectors.length) <= MOST_WORK

/**
 * Where to cut a market so that all its coalitions can be valued block by block; null where nowhere. Its blocks are
 * joined into one, beside the last, or all of them where no block can be left to the last.
 */
const blocksOf = (program: Program, winners: readonly number[]) => {
  const cut = cutOf(program)
  if (cut === null) return null
  const winnerOf = winnersOf(program, winners)
  const blocks = cut.blocks.flatMap(block => blockGame(block, cut, winnerOf) ?? [])
  if (blocks.length < cut.blocks.length || !blocks.every(fits)) return null
  const [rows, costs] = [rowsOf(cut), costsOf(program, cut, winnerOf)]
  const largest = blocks.toSorted((a, b) => bitsOf(b) - bitsOf(a))
  const others = (last: Game): Game[] => blocks.filter(block => block !== last)
  const last = largest.find(block => joinable(others(block), [block], rows, costs))
  if (last !== undefined) return { cut, joined: others(last), last }
  return joinable(blocks, [], rows, costs) ? { cut, joined: blocks, last: null } : null
}

const wholeOf = (program: Program, winners: readonly number[]): Game => ({
  program,
  memberOf: winnersOf(program, winners),
  connectors: [],
  winners: winners.map((_, at) => at),
})

/** Can all coalitions of these winners be valued? */
export const exactlyPriceable = (program: Program, winners: readonly number[]): boolean =>
  fits(wholeOf(program, winners)) || blocksOf(program, winners) !== null

/** A table of a block by the columns of its connectors and the players that won. */
export const blockValuesOf = (
  { connectors, winners: own, values }: Factor,
  cut: Cut,
  winners: readonly number[],
): BlockValues => ({
  connectors: connectors.map(at => cut.connectors[at]!),
  winners: own.map(at => winners[at]!),
  values,
})

const byBlocks = (
  program: Program,
  winners: readonly number[],
  { cut, joined, last }: NonNullable<ReturnType<typeof blocksOf>>,
  pool: WorkerPool | undefined,
  onProgress: (done: number) => void,
): Coalitions => {
  const games = last === null ? joined : [last, ...joined]
  const tables = tablesOf(games, pool, onProgress).map((values, at) => ({ ...games[at]!, values }))
  const beside = tables.slice(0, games.length - joined.length)
  const [rows, costs] = [rowsOf(cut), costsOf(program, cut, winnersOf(program, winners))]
  const one = joinTables(tables.slice(beside.length), beside, rows, costs)
  return {
    ...sumsOfPairs([beside[0] ?? NOTHING, one], winners.length, rows, costs, {
      pool,
      pulse: () => onProgress(1),
    }),
    blockValues: tables.map(table => blockValuesOf(table, cut, winners)),
  }
}

/** Values all coalitions: block by block where the market can be cut, else taken whole. */
export const coalitionValues = (
  program: Program,
  winners: readonly number[],
  pool: WorkerPool | undefined,
  onProgress: (done: number) => void,
): Coalitions => {
  const blocks = blocksOf(program, winners)
  if (blocks !== null) return byBlocks(program, winners, blocks, pool, onProgress)
  const whole = wholeOf(program, winners)
  const [values] = tablesOf([whole], pool, onProgress)
  const table = { connectors: [], winners: whole.winners, values: values! }
  return {
    ...sumsOfPairs([table, NOTHING], winners.length, [], []),
    blockValues: [{ connectors: [], winners: [...winners], values: values! }],
  }
}
