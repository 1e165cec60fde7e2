import { findConnectorCut, type ConnectorCut } from '../model/connectors.ts'
import type { MarketProgram } from '../model/program.ts'
import { createBlockGame, type CoalitionGame } from './block-game.ts'
import {
  connectorCosts,
  canJoinTables,
  joinTables,
  EMPTY_VALUE_TABLE,
  connectorRows,
  type CoalitionValueTable,
} from './join.ts'
import { sumCoalitionsByTablePairs, type PairwiseCoalitionSums } from './pairs.ts'
import type { WorkerPool } from './pool.ts'
import { fillValueTables } from './tables.ts'

/** Values of one block, or of a whole market without blocks. */
export interface BlockCoalitionValues {
  /** Columns of the connectors, decided first (the low bits of a set), and the winners (the bits above). */
  connectors: number[]
  winners: number[]
  values: Float64Array
}

/**
 * Values of all coalitions of winners, each together with all losers, summed by size, and the tables that they follow
 * from.
 */
export interface CoalitionValueSums extends PairwiseCoalitionSums {
  blockValues: BlockCoalitionValues[]
}

/** Index of the winner that owns each column; -1 for losers, who are always present. */
export const winnerOfEachColumn = (program: MarketProgram, winners: readonly number[]): Int32Array => {
  const place = new Map(winners.map((player, at) => [player, at]))
  return Int32Array.from(program.columns, ({ player }) => place.get(player) ?? -1)
}

/** Limit of sets of winners times (connectors + 1): about a minute for two threads. */
const MOST_WORK = 2 ** 20
/** A block with more connectors and winners than this has too many sets for a table. */
const MOST_BITS = 23

const bitsOf = ({ connectors, winners }: CoalitionGame): number => connectors.length + winners.length

/** True if every set of a block can be valued. */
export const isBlockEnumerable = (block: CoalitionGame): boolean =>
  bitsOf(block) <= MOST_BITS && 2 ** block.winners.length * (1 + block.connectors.length) <= MOST_WORK

/**
 * Blocks of a market that allow all its coalitions to be valued; null if it cannot be cut so. All but the last are
 * joined into one; all are, if none can be separate.
 */
const blocksOf = (program: MarketProgram, winners: readonly number[]) => {
  const cut = findConnectorCut(program)
  if (cut === null) return null
  const winnerOf = winnerOfEachColumn(program, winners)
  const blocks = cut.blocks.flatMap(block => createBlockGame(block, cut, winnerOf) ?? [])
  if (blocks.length < cut.blocks.length || !blocks.every(isBlockEnumerable)) return null
  const [rows, costs] = [connectorRows(cut), connectorCosts(program, cut, winnerOf)]
  const largest = blocks.toSorted((a, b) => bitsOf(b) - bitsOf(a))
  const others = (last: CoalitionGame): CoalitionGame[] => blocks.filter(block => block !== last)
  const last = largest.find(block => canJoinTables(others(block), [block], rows, costs))
  if (last !== undefined) return { cut, joined: others(last), last }
  return canJoinTables(blocks, [], rows, costs) ? { cut, joined: blocks, last: null } : null
}

const wholeOf = (program: MarketProgram, winners: readonly number[]): CoalitionGame => ({
  program,
  memberOf: winnerOfEachColumn(program, winners),
  connectors: [],
  winners: winners.map((_, at) => at),
})

/** True if all coalitions of these winners can be valued. */
export const canEnumerateCoalitions = (program: MarketProgram, winners: readonly number[]): boolean =>
  isBlockEnumerable(wholeOf(program, winners)) || blocksOf(program, winners) !== null

/** Table of a block, with the columns of its connectors and its winning players. */
export const toBlockCoalitionValues = (
  { connectors, winners: own, values }: CoalitionValueTable,
  cut: ConnectorCut,
  winners: readonly number[],
): BlockCoalitionValues => ({
  connectors: connectors.map(at => cut.connectors[at]!),
  winners: own.map(at => winners[at]!),
  values,
})

const byBlocks = (
  program: MarketProgram,
  winners: readonly number[],
  { cut, joined, last }: NonNullable<ReturnType<typeof blocksOf>>,
  pool: WorkerPool | undefined,
  onProgress: (done: number) => void,
): CoalitionValueSums | null => {
  const games = last === null ? joined : [last, ...joined]
  const tables = fillValueTables(games, pool, onProgress).map((values, at) => ({ ...games[at]!, values }))
  const beside = tables.slice(0, games.length - joined.length)
  const [rows, costs] = [
    connectorRows(cut),
    connectorCosts(program, cut, winnerOfEachColumn(program, winners)),
  ]
  const one = joinTables(tables.slice(beside.length), beside, rows, costs)
  const two: [CoalitionValueTable, CoalitionValueTable] = [beside[0] ?? EMPTY_VALUE_TABLE, one]
  const sums = sumCoalitionsByTablePairs(two, winners.length, rows, costs, () => onProgress(1))
  return sums && { ...sums, blockValues: tables.map(table => toBlockCoalitionValues(table, cut, winners)) }
}

/** Values all coalitions, block by block if the market can be cut; null if summing them would take too long. */
export const valueAllCoalitions = (
  program: MarketProgram,
  winners: readonly number[],
  pool: WorkerPool | undefined,
  onProgress: (done: number) => void,
): CoalitionValueSums | null => {
  const blocks = blocksOf(program, winners)
  const joined = blocks && byBlocks(program, winners, blocks, pool, onProgress)
  const whole = wholeOf(program, winners)
  if (joined !== null || !isBlockEnumerable(whole)) return joined
  const [values] = fillValueTables([whole], pool, onProgress)
  const table = { connectors: [], winners: whole.winners, values: values! }
  const sums = sumCoalitionsByTablePairs([table, EMPTY_VALUE_TABLE], winners.length, [], [])
  return sums && { ...sums, blockValues: [{ connectors: [], winners: [...winners], values: values! }] }
}
