import { findConnectorCut, type ConnectorCut } from '../model/connectors.ts'
import type { MarketProgram } from '../model/program.ts'
import { prepareJointCoalitionSums, type JointCoalitionSums } from './beside.ts'
import { classifyCoalitions } from './classes.ts'
import { createBlockGame, type CoalitionGame } from './block-game.ts'
import {
  toBlockCoalitionValues,
  isBlockEnumerable,
  winnerOfEachColumn,
  type BlockCoalitionValues,
} from './coalitions.ts'
import type { SampledBlock, DrawValuationInput } from './draws.ts'
import { connectorCosts, canJoinTables, joinTables, connectorRows, type CoalitionValueTable } from './join.ts'
import type { PartlySampledGame } from './sample.ts'
import { fillValueTables } from './tables.ts'
import type { WorkerPool } from './pool.ts'
import { fundedConnectorSetsOfBlock, enumerateConnectorFundings, type ConnectorFunding } from './ways.ts'

/** A part in which some blocks are enumerated, and the others valued draw by draw. */
export interface BlockwiseSampledGame extends PartlySampledGame {
  blockValues: BlockCoalitionValues[]
  /** Connectors of the cut by their columns, and the ways to fund them as sets of those. */
  connectors: number[]
  ways: number[]
}

/** Limit of connectors, because every draw enumerates their sets. */
const MOST_OPEN_CONNECTORS = 9
/** With more classes than this, drawing every winner is cheaper. */
const MOST_CLASSES = 20_000

/** A part without enumerated blocks: every winner is drawn. */
const wholeGame = (program: MarketProgram, winners: readonly number[]): BlockwiseSampledGame => ({
  question: {
    program,
    drawnAt: winnerOfEachColumn(program, winners),
    blocks: [],
    ways: [{ cost: 0, owners: [] }],
  },
  drawn: winners.map((_, at) => at),
  tabled: [],
  besideOf: (_sides, _side, values) => Float64Array.of(values[0]!),
  blockValues: [],
  connectors: [],
  ways: [0],
})

const openBlockOf = (
  { program, from }: ConnectorCut['blocks'][number],
  game: CoalitionGame,
  ways: Int32Array,
): SampledBlock => ({
  program,
  from,
  connectorAt: [...game.memberOf].map(member => (member < game.connectors.length ? member : -1)),
  ways,
})

/** Blocks of a cut to enumerate, and those to sample; null if that gains nothing. */
const partedBlocks = (program: MarketProgram, winners: readonly number[]) => {
  const cut = findConnectorCut(program, MOST_OPEN_CONNECTORS)
  if (cut === null) return null
  const winnerOf = winnerOfEachColumn(program, winners)
  const blocks = cut.blocks.map(block => ({ block, game: createBlockGame(block, cut, winnerOf) }))
  const known = blocks.flatMap(({ block, game }) =>
    game === null ? [] : [{ block, game, fit: isBlockEnumerable(game) }],
  )
  const tabled = known.filter(({ fit }) => fit).map(({ game }) => game)
  if (tabled.length === 0 || known.length < blocks.length) return null
  const [rows, costs] = [connectorRows(cut), connectorCosts(program, cut, winnerOf)]
  const connectors = cut.connectors.map((_, at) => at)
  const others = [{ connectors, winners: [] }]
  const open = known.filter(({ fit }) => !fit)
  return canJoinTables(tabled, others, rows, costs)
    ? { cut, winnerOf, tabled, open, connectors, others, rows, costs }
    : null
}

const besideTables = (
  {
    table,
    drawn,
    tabled,
  }: { table: CoalitionValueTable; drawn: readonly number[]; tabled: readonly number[] },
  ways: readonly ConnectorFunding[],
): PartlySampledGame['besideOf'] | null => {
  const shared = table.winners.filter(winner => drawn.includes(winner))
  const view = {
    own: tabled,
    ways: fundedConnectorSetsOfBlock(ways, table.connectors),
    costs: new Float64Array(ways.length),
    scale: 1,
    most: MOST_CLASSES,
  }
  const beside: ((values: ArrayLike<number>) => JointCoalitionSums)[] = []
  for (let set = 0; set < 2 ** shared.length; set += 1) {
    const classes = classifyCoalitions(table, { ...view, present: shared.filter((_, k) => (set >> k) & 1) })
    if (classes === null) return null
    beside.push(prepareJointCoalitionSums(classes, ways.length))
  }
  const places = shared.map(winner => drawn.indexOf(winner))
  return (sides, side, values) =>
    beside[places.reduce((set, place, k) => (sides[place] === side ? set | (1 << k) : set), 0)]!(values)
}

/** Chooses how to sample a part with too many winners: block by block if some blocks can be enumerated. */
export const createSampledGame = (
  program: MarketProgram,
  winners: readonly number[],
  pool: WorkerPool | undefined,
  onProgress: (done: number) => void,
): BlockwiseSampledGame => {
  const parted = partedBlocks(program, winners)
  if (parted === null) return wholeGame(program, winners)
  const { cut, winnerOf, tabled: blocks, open, connectors, others, rows, costs } = parted
  const tables = fillValueTables(blocks, pool, onProgress).map((values, at) => ({ ...blocks[at]!, values }))
  const table = joinTables(tables, others, rows, costs)
  const ways = enumerateConnectorFundings(connectors, rows, costs)
  const owners = costs.map(({ owner }) => owner).filter(owner => owner >= 0)
  const drawn = [...new Set([...owners, ...open.flatMap(({ game }) => game.winners)])].toSorted(
    (a, b) => a - b,
  )
  const tabled = winners.map((_, at) => at).filter(at => !drawn.includes(at))
  const beside = besideTables({ table, drawn, tabled }, ways)
  if (beside === null) return wholeGame(program, winners)
  const question: DrawValuationInput = {
    program,
    drawnAt: winnerOf.map(winner => drawn.indexOf(winner)),
    blocks: open.map(({ block, game }) =>
      openBlockOf(block, game, fundedConnectorSetsOfBlock(ways, game.connectors)),
    ),
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
    blockValues: tables.map(filed => toBlockCoalitionValues(filed, cut, winners)),
    connectors: cut.connectors,
    ways: ways.map(({ connectors: funded }) => funded.reduce((set, at) => set | (1 << at), 0)),
  }
}
