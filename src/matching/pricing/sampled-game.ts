import { cutOf, type Cut } from '../model/connectors.ts'
import type { Program } from '../model/program.ts'
import { besideOf, type Beside } from './beside.ts'
import { classesOf } from './classes.ts'
import { blockGame } from './block-game.ts'
import { blockValuesOf, fits, winnersOf, type BlockValues } from './coalitions.ts'
import type { OpenBlock, Question } from './draws.ts'
import { costsOf, joinable, joinTables, rowsOf, type Factor } from './join.ts'
import type { SampledGame } from './sample.ts'
import { tablesOf, type Game } from './tables.ts'
import type { WorkerPool } from './pool.ts'
import { localWays, waysOf, type Way } from './ways.ts'

/** A part some of whose blocks are valued completely, and the others draw by draw. */
export interface HalfOpen extends SampledGame {
  blockValues: BlockValues[]
  /** Connectors of the cut by their columns, and the ways to fund them as sets of those. */
  connectors: number[]
  ways: number[]
}

/** Sets of connectors are gone through for every draw, so there may not be many. */
const MOST_OPEN_CONNECTORS = 9
/** With more kinds of sets than this a draw is cheaper drawn whole. */
const MOST_CLASSES = 20_000

/** A part of which nothing is valued completely: every winner is drawn. */
const wholeGame = (program: Program, winners: readonly number[]): HalfOpen => ({
  question: { program, drawnAt: winnersOf(program, winners), blocks: [], ways: [{ cost: 0, owners: [] }] },
  drawn: winners.map((_, at) => at),
  tabled: [],
  besideOf: (_sides, _side, values) => Float64Array.of(values[0]!),
  blockValues: [],
  connectors: [],
  ways: [0],
})

const openBlockOf = ({ program, from }: Cut['blocks'][number], game: Game, ways: Int32Array): OpenBlock => ({
  program,
  from,
  connectorAt: [...game.memberOf].map(member => (member < game.connectors.length ? member : -1)),
  ways,
})

/** The blocks of a cut that are valued completely, and those that are not; null where that gains nothing. */
const partedBlocks = (program: Program, winners: readonly number[]) => {
  const cut = cutOf(program, MOST_OPEN_CONNECTORS)
  if (cut === null) return null
  const winnerOf = winnersOf(program, winners)
  const blocks = cut.blocks.map(block => ({ block, game: blockGame(block, cut, winnerOf) }))
  const known = blocks.flatMap(({ block, game }) => (game === null ? [] : [{ block, game, fit: fits(game) }]))
  const tabled = known.filter(({ fit }) => fit).map(({ game }) => game)
  if (tabled.length === 0 || known.length < blocks.length) return null
  const [rows, costs] = [rowsOf(cut), costsOf(program, cut, winnerOf)]
  const connectors = cut.connectors.map((_, at) => at)
  const others = [{ connectors, winners: [] }]
  const open = known.filter(({ fit }) => !fit)
  return joinable(tabled, others, rows, costs)
    ? { cut, winnerOf, tabled, open, connectors, others, rows, costs }
    : null
}

const besideTables = (
  { table, drawn, tabled }: { table: Factor; drawn: readonly number[]; tabled: readonly number[] },
  ways: readonly Way[],
): SampledGame['besideOf'] | null => {
  const shared = table.winners.filter(winner => drawn.includes(winner))
  const view = {
    own: tabled,
    ways: localWays(ways, table.connectors),
    costs: new Float64Array(ways.length),
    scale: 1,
    within: 0,
    most: MOST_CLASSES,
  }
  const beside: ((values: ArrayLike<number>) => Beside)[] = []
  for (let set = 0; set < 2 ** shared.length; set += 1) {
    const classes = classesOf(table, { ...view, present: shared.filter((_, k) => (set >> k) & 1) })
    if (classes === null) return null
    beside.push(besideOf(classes, ways.length))
  }
  const places = shared.map(winner => drawn.indexOf(winner))
  return (sides, side, values) =>
    beside[places.reduce((set, place, k) => (sides[place] === side ? set | (1 << k) : set), 0)]!(values)
}

/** How a part with too many winners is sampled: block by block where some of it can be valued completely. */
export const sampledGame = (
  program: Program,
  winners: readonly number[],
  pool: WorkerPool | undefined,
  onProgress: (done: number) => void,
): HalfOpen => {
  const parted = partedBlocks(program, winners)
  if (parted === null) return wholeGame(program, winners)
  const { cut, winnerOf, tabled: blocks, open, connectors, others, rows, costs } = parted
  const tables = tablesOf(blocks, pool, onProgress).map((values, at) => ({ ...blocks[at]!, values }))
  const table = joinTables(tables, others, rows, costs)
  const ways = waysOf(connectors, rows, costs)
  const owners = costs.map(({ owner }) => owner).filter(owner => owner >= 0)
  const drawn = [...new Set([...owners, ...open.flatMap(({ game }) => game.winners)])].toSorted(
    (a, b) => a - b,
  )
  const tabled = winners.map((_, at) => at).filter(at => !drawn.includes(at))
  const beside = besideTables({ table, drawn, tabled }, ways)
  if (beside === null) return wholeGame(program, winners)
  const question: Question = {
    program,
    drawnAt: winnerOf.map(winner => drawn.indexOf(winner)),
    blocks: open.map(({ block, game }) => openBlockOf(block, game, localWays(ways, game.connectors))),
    ways: ways.map(({ cost, connectors: funded }) => ({
      cost,
      owners: funded
        .map(at => costs[at]!.owner)
        .filter(owner => owner >= 0)
        .map(owner => drawn.indexOf(owner)),
    })),
  }
  return {
    question,
    drawn,
    tabled,
    besideOf: beside,
    blockValues: tables.map(filed => blockValuesOf(filed, cut, winners)),
    connectors: cut.connectors,
    ways: ways.map(({ connectors: funded }) => funded.reduce((set, at) => set | (1 << at), 0)),
  }
}
