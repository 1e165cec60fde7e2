import type { Row } from '../model/program.ts'
import { classesOf } from './classes.ts'
import { gainsOfPairs, UNWATCHED, type Watched } from './gains.ts'
import type { ConnectorCost, Factor } from './join.ts'
import { noSums, type SumsBySize } from './shares.ts'
import { sumsOver } from './sums.ts'
import { localWays, waysOf, waysWith, type Way } from './ways.ts'

/** Sums over all coalitions of a part, and how far every share that follows from them may be from the truth. */
export interface Paired {
  sums: SumsBySize
  /** What the sums count: so many are a penny. */
  scale: number
  /** No share is further from the exact one, in pence; 0 where the sums are exact. */
  bound: number
}

/** Pairs take about so many additions at most, half a minute of one thread; with more, classes are merged. */
const MOST_PAIRED = 2 ** 35
/** Numbers that the gains of all classes of a block may fill. */
const MOST_GAINS = 2 ** 25

/** The classes of both sides, merged only as far as pairing them in reasonable time needs it. */
const pairable = (
  [tableA, tableB]: readonly [Factor, Factor],
  [ownA, ownB]: readonly [number[], number[]],
  present: readonly number[],
  ways: readonly Way[],
  scale: number,
  most: number,
) => {
  const costs = Float64Array.from(ways, ({ cost }) => Math.round(cost * scale))
  const view = { present, scale, most: Math.floor(MOST_GAINS / ways.length) }
  for (let within = 0; ; within = within === 0 ? scale : 8 * within) {
    const a = classesOf(tableA, {
      ...view,
      own: ownA,
      ways: localWays(ways, tableA.connectors),
      costs,
      within,
    })
    if (a === null) continue
    const free = new Float64Array(ways.length)
    const b = classesOf(tableB, {
      ...view,
      own: ownB,
      ways: localWays(ways, tableB.connectors),
      costs: free,
      within,
    })
    if (b !== null && a.classes * b.classes * ways.length <= most) return { a, b, within }
  }
}

const WHOLE_PENCE = 1
/** Money that is not whole pence, of other markets, is counted in parts of a penny. */
const PARTS_OF_PENCE = 2 ** 16

/**
 * What all coalitions of a part are worth, summed by size, without valuing each: where connectors cut it into two
 * tables, a set of winners of one matters to the other only by its size and by what it gains from each way to fund
 * the connectors. Sets alike in both are counted, each kind is combined once with each kind of the other side,
 * and *v(S) = base_A(S_A) + base_B(S_B) + max over ways of gain_A + gain_B*. Winners of both sides, and owners of
 * connectors, are gone through set by set. Everything is added up exactly, in whole numbers. Where there are too many
 * kinds, gains are rounded down to multiples of `within`: then no value is too great, and none too small by twice
 * that, so no share is wrong by more (a share is a mean of differences of two values).
 */
export const sumsOfPairs = (
  tables: readonly [Factor, Factor],
  winners: number,
  rows: readonly Row[],
  connectors: readonly ConnectorCost[],
  watched: Watched = UNWATCHED,
  most = MOST_PAIRED,
): Paired => {
  const [tableA, tableB] = tables
  const left = [...new Set([...tableA.connectors, ...tableB.connectors])]
  const all = waysOf(left, rows, connectors)
  const owners = left.map(at => connectors[at]!.owner).filter(owner => owner >= 0)
  const shared = [
    ...new Set([...owners, ...tableA.winners.filter(winner => tableB.winners.includes(winner))]),
  ]
  const own = (table: Factor): number[] => table.winners.filter(winner => !shared.includes(winner))
  const sides: [number[], number[]] = [own(tableA), own(tableB)]
  const isWhole = tables.every(({ values }) => values.every(value => value % 1 === 0 || value === -Infinity))
  const scale = isWhole ? WHOLE_PENCE : PARTS_OF_PENCE
  const sums = noSums(winners)
  let bound = 0
  for (let set = 0; set < 2 ** shared.length; set += 1) {
    const present = shared.filter((_, k) => (set >> k) & 1)
    const ways = waysWith(all, connectors, winner => present.includes(winner))
    const { a, b, within } = pairable(tables, sides, present, ways, scale, most / 2 ** shared.length)
    bound = Math.max(bound, (2 * within) / scale)
    const [gainedA, gainedB] = gainsOfPairs(a, b, ways.length, watched)
    sumsOver({ side: a, gained: gainedA, other: b, present }, sums, true)
    sumsOver({ side: b, gained: gainedB, other: a, present }, sums, false)
  }
  return { sums, scale, bound }
}
