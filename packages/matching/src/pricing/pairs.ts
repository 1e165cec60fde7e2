import type { Row } from '../model/program.ts'
import { classifyCoalitions } from './classes.ts'
import { sumClassPairGains } from './gains.ts'
import type { ConnectorCostAndOwner, CoalitionValueTable } from './join.ts'
import { zeroCoalitionSums, type CoalitionSumsBySize } from './shares.ts'
import { addPairingSideToSums } from './sums.ts'
import {
  fundedConnectorSetsOfBlock,
  enumerateConnectorFundings,
  fundingsWithOwnersPresent,
  type ConnectorFunding,
} from './ways.ts'

/** Exact sums over all coalitions of a part. */
export interface PairwiseCoalitionSums {
  sums: CoalitionSumsBySize
  /** The sums are stored as pence multiplied by this. */
  scale: number
}

/** Limit of additions for pairs, half a minute of one thread. */
const MOST_PAIRED = 2 ** 35
/** Limit of numbers for the gains of all classes of a block. */
const MOST_GAINS = 2 ** 25

/** The classes of both sides; null if pairing them would take too long. */
const pairable = (
  [tableA, tableB]: readonly [CoalitionValueTable, CoalitionValueTable],
  [ownA, ownB]: readonly [number[], number[]],
  present: readonly number[],
  ways: readonly ConnectorFunding[],
  scale: number,
  most: number,
) => {
  const costs = Float64Array.from(ways, ({ cost }) => Math.round(cost * scale))
  const view = { present, scale, most: Math.floor(MOST_GAINS / ways.length) }
  const a = classifyCoalitions(tableA, {
    ...view,
    own: ownA,
    ways: fundedConnectorSetsOfBlock(ways, tableA.connectors),
    costs,
  })
  const free = new Float64Array(ways.length)
  const b =
    a &&
    classifyCoalitions(tableB, {
      ...view,
      own: ownB,
      ways: fundedConnectorSetsOfBlock(ways, tableB.connectors),
      costs: free,
    })
  return a && b && a.classes * b.classes * ways.length <= most ? { a, b } : null
}

const WHOLE_PENCE = 1
/** Money of other markets that is not whole pence is counted in these fractions of a penny. */
const PARTS_OF_PENCE = 2 ** 16

/**
 * Sums the values of all coalitions of a part by size without valuing each. Connectors cut the part into two tables;
 * a set of winners of one affects the other only by its size and its gain from each way to fund the connectors. So
 * sets with equal gains form a class, each pair of classes is combined once, and *v(S) = base_A(S_A) + base_B(S_B) +
 * max over ways of gain_A + gain_B*. Winners of both sides, and owners of connectors, are enumerated. All sums are
 * exact, in whole numbers. Null if there are too many classes to combine.
 */
export const sumCoalitionsByTablePairs = (
  tables: readonly [CoalitionValueTable, CoalitionValueTable],
  winners: number,
  rows: readonly Row[],
  connectors: readonly ConnectorCostAndOwner[],
  pulse: () => void = () => {},
  most = MOST_PAIRED,
): PairwiseCoalitionSums | null => {
  const [tableA, tableB] = tables
  const left = [...new Set([...tableA.connectors, ...tableB.connectors])]
  const all = enumerateConnectorFundings(left, rows, connectors)
  const owners = left.map(at => connectors[at]!.owner).filter(owner => owner >= 0)
  const shared = [
    ...new Set([...owners, ...tableA.winners.filter(winner => tableB.winners.includes(winner))]),
  ]
  const own = (table: CoalitionValueTable): number[] =>
    table.winners.filter(winner => !shared.includes(winner))
  const sides: [number[], number[]] = [own(tableA), own(tableB)]
  const isWhole = tables.every(({ values }) => values.every(value => value % 1 === 0 || value === -Infinity))
  const scale = isWhole ? WHOLE_PENCE : PARTS_OF_PENCE
  const sums = zeroCoalitionSums(winners)
  for (let set = 0; set < 2 ** shared.length; set += 1) {
    const present = shared.filter((_, k) => (set >> k) & 1)
    const ways = fundingsWithOwnersPresent(all, connectors, winner => present.includes(winner))
    const pair = pairable(tables, sides, present, ways, scale, most / 2 ** shared.length)
    if (pair === null) return null
    const { a, b } = pair
    const [gainedA, gainedB] = sumClassPairGains(a, b, ways.length, pulse)
    addPairingSideToSums({ side: a, gained: gainedA, other: b, present }, sums, true)
    addPairingSideToSums({ side: b, gained: gainedB, other: a, present }, sums, false)
  }
  return { sums, scale }
}
