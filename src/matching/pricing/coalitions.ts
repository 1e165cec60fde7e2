import { cutOf, type Cut } from '../model/connectors.ts'
import type { Program } from '../model/program.ts'
import { blockGame } from './block-game.ts'
import { joinable, joinTables } from './join.ts'
import { tablesOf, type Game, type WorkerPool } from './tables.ts'

/** What was worked out for one block, or for a whole market that has none. */
export interface BlockValues {
  /** Columns of the projects decided first (the low bits of a set), and the winners (the bits above). */
  connectors: number[]
  winners: number[]
  /** The value of every set. */
  values: Float64Array
}

/**
 * Values of all coalitions of winners, each together with all losers, as a table by set of winners (bit i is
 * winner i), and everything they follow from.
 */
export interface Coalitions {
  values: Float64Array
  blockValues: BlockValues[]
}

/** The winner each column belongs to, as its place among the winners; -1 for losers, who always stay in. */
export const winnersOf = (program: Program, winners: readonly number[]): Int32Array => {
  const place = new Map(winners.map((player, at) => [player, at]))
  return Int32Array.from(program.columns, ({ player }) => place.get(player) ?? -1)
}

/** Up to so many winners every coalition is valued; a few more where small blocks can be joined. */
const MOST_WINNERS = 18
const MOST_WINNERS_IF_CUT = 24
/** A block of more connectors and winners than this has too many sets for a table. */
const MOST_BITS = 20

/** Where to cut a market so that all its coalitions can be valued block by block; null where nowhere. */
const blocksOf = (program: Program, winners: readonly number[]) => {
  const cut = winners.length <= MOST_WINNERS_IF_CUT ? cutOf(program) : null
  if (cut === null) return null
  const winnerOf = winnersOf(program, winners)
  const blocks = cut.blocks.map(block => blockGame(block, cut, winnerOf))
  const fits = (block: Game | null): block is Game =>
    block !== null && block.connectors.length + block.winners.length <= MOST_BITS
  return blocks.every(fits) && joinable(program, cut, winnerOf, blocks) ? { cut, blocks } : null
}

/** Can all coalitions of these winners be valued? */
export const exactlyPriceable = (program: Program, winners: readonly number[]): boolean =>
  winners.length <= MOST_WINNERS || blocksOf(program, winners) !== null

const byBlocks = (
  program: Program,
  winners: readonly number[],
  { cut, blocks }: { cut: Cut; blocks: Game[] },
  pool: WorkerPool | undefined,
  onProgress: (done: number) => void,
): Coalitions => {
  const tables = tablesOf(blocks, pool, onProgress).map((values, at) => ({ ...blocks[at]!, values }))
  return {
    values: joinTables(program, cut, winnersOf(program, winners), tables, winners.length),
    blockValues: tables.map(({ connectors, winners: own, values }) => ({
      connectors: connectors.map(at => cut.connectors[at]!),
      winners: own.map(at => winners[at]!),
      values,
    })),
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
  const whole = { program, memberOf: winnersOf(program, winners), connectors: [], winners: [...winners] }
  const [values] = tablesOf([whole], pool, onProgress)
  return { values: values!, blockValues: [{ connectors: [], winners: [...winners], values: values! }] }
}
