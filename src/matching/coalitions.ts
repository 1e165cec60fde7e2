import { blockOf, tableOf, type Block, type Interval, type Table } from './block-worth.ts'
import { cutOf, type Cut } from './connectors.ts'
import { joinable, joinTables } from './join.ts'
import { evaluator } from './evaluator.ts'
import type { Program } from './program.ts'

/** What was worked out for one block, or for a whole market that has none. */
export interface Worked {
  /** Columns of the projects decided first (the low bits of a set), and the winners (the bits above). */
  connectors: number[]
  winners: number[]
  solved: Interval[]
}

/**
 * Values of all coalitions of winners, each together with all losers, as a table by set of winners (bit i is
 * winner i), and everything they follow from.
 */
export interface Coalitions {
  values: Float64Array
  worked: Worked[]
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
const blocksOf = (program: Program, winners: readonly number[], pulse: () => void) => {
  const cut = winners.length <= MOST_WINNERS_IF_CUT ? cutOf(program) : null
  if (cut === null) return null
  const winnerOf = winnersOf(program, winners)
  const blocks = cut.blocks.map(block => blockOf(block, cut, winnerOf, pulse))
  const fits = (block: Block | null): block is Block =>
    block !== null && block.connectors.length + block.winners.length <= MOST_BITS
  return blocks.every(fits) && joinable(program, cut, winnerOf, blocks) ? { cut, blocks } : null
}

/** Can all coalitions of these winners be valued? */
export const exactlyPriceable = (program: Program, winners: readonly number[]): boolean =>
  winners.length <= MOST_WINNERS || blocksOf(program, winners, () => {}) !== null

const byBlocks = (
  program: Program,
  winners: readonly number[],
  { cut, blocks }: { cut: Cut; blocks: readonly Block[] },
  done: (table: Table, block: Block) => void,
): Coalitions => {
  const tables = blocks.map(block => {
    const table = tableOf(block.connectors.length + block.winners.length, block.solve)
    done(table, block)
    return { ...block, ...table }
  })
  return {
    values: joinTables(program, cut, winnersOf(program, winners), tables, winners.length),
    worked: tables.map(({ connectors, winners: own, solved }) => ({
      connectors: connectors.map(at => cut.connectors[at]!),
      winners: own.map(at => winners[at]!),
      solved,
    })),
  }
}

/** Values all coalitions: block by block where the market can be cut, else taken whole. */
export const coalitionValues = (
  program: Program,
  winners: readonly number[],
  tick: (done: number) => void,
): Coalitions => {
  let known = 0
  let total = 2 ** winners.length
  const pulse = (): void => tick(known / total)
  const blocks = blocksOf(program, winners, pulse)
  if (blocks !== null) {
    total = blocks.blocks.reduce(
      (sum, block) => sum + 2 ** (block.connectors.length + block.winners.length),
      0,
    )
    return byBlocks(program, winners, blocks, ({ values }) => (known += values.length))
  }
  const winnerOf = winnersOf(program, winners)
  const worthOf = evaluator(program, pulse)
  const { values, solved } = tableOf(winners.length, (members, reached) => {
    known = total - members
    const present = Uint8Array.from(winnerOf, winner => (winner < 0 ? 1 : (members >> winner) & 1))
    const achieved = worthOf(present, reached)
    if (achieved === null) return null
    const used = achieved.chosen.reduce(
      (set, at) => (winnerOf[at]! < 0 ? set : set | (1 << winnerOf[at]!)),
      0,
    )
    return { members, used, value: achieved.value }
  })
  return { values, worked: [{ connectors: [], winners: [...winners], solved }] }
}
