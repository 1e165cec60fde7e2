import { describe, expect, it } from 'vitest'
import type { Row } from '../model/program.ts'
import { fractionToNumber } from './fraction.ts'
import { EMPTY_VALUE_TABLE, type ConnectorCostAndOwner, type CoalitionValueTable } from './join.ts'
import { sumCoalitionsByTablePairs } from './pairs.ts'
import { createSeededRandom } from './random.ts'
import { zeroCoalitionSums, shapleyShares, type CoalitionSumsBySize } from './shares.ts'

/** A block with random values in whole pence up to `most`, never lower with one more member. */
const blockOf = (
  seed: number,
  connectors: number[],
  winners: number[],
  most: number,
): CoalitionValueTable => {
  const r = createSeededRandom(seed)
  const values = new Float64Array(2 ** (connectors.length + winners.length))
  for (let set = 1; set < values.length; set += 1) {
    let least = 0
    for (let rest = set; rest !== 0; rest &= rest - 1) least = Math.max(least, values[set & ~(rest & -rest)]!)
    values[set] = least + (r.chance(0.4) ? r.whole(0, most) : 0)
  }
  return { connectors, winners, values }
}

const bits = (some: readonly number[], chosen: (one: number) => boolean): number =>
  some.reduce((set, one, at) => (chosen(one) ? set | (1 << at) : set), 0)

/** Joint value of two blocks with some winners, by trying every way to fund connectors. */
const worth = (
  tables: readonly CoalitionValueTable[],
  rows: readonly Row[],
  costs: readonly ConnectorCostAndOwner[],
  isThere: (winner: number) => boolean,
): number => {
  const connectors = [...new Set(tables.flatMap(table => table.connectors))]
  let best = 0
  for (let way = 0; way < 2 ** connectors.length; way += 1) {
    const funds = (at: number): boolean => ((way >> connectors.indexOf(at)) & 1) === 1
    const funded = connectors.filter(funds)
    if (funded.some(at => costs[at]!.owner >= 0 && !isThere(costs[at]!.owner))) continue
    if (rows.some(({ columns, limit }) => columns.filter(funds).length > limit)) continue
    const brought = tables.map(
      table =>
        table.values[
          bits(table.connectors, funds) | (bits(table.winners, isThere) << table.connectors.length)
        ]!,
    )
    best = Math.max(
      best,
      brought.reduce((a, b) => a + b, 0) - funded.reduce((sum, at) => sum + costs[at]!.cost, 0),
    )
  }
  return best
}

const bruteSums = (
  tables: readonly CoalitionValueTable[],
  winners: number,
  rows: readonly Row[],
  costs: readonly ConnectorCostAndOwner[],
): CoalitionSumsBySize => {
  const sums = zeroCoalitionSums(winners)
  for (let set = 0; set < 2 ** winners; set += 1) {
    const value = BigInt(worth(tables, rows, costs, winner => ((set >> winner) & 1) === 1))
    const members = sums.having.flatMap((_, at) => ((set >> at) & 1 ? [at] : []))
    sums.all[members.length]! += value
    for (const member of members) sums.having[member]![members.length]! += value
  }
  return sums
}

/**
 * Three connectors: one owned by a winner of one side, one by neither side, and at most one of two funded; one winner
 * is on both sides.
 */
const marketOf = (seed: number, most: number) => {
  const r = createSeededRandom(1_000 + seed)
  const tables: [CoalitionValueTable, CoalitionValueTable] = [
    blockOf(seed, [0, 1, 2], [0, 1, 2, 3, 4], most),
    blockOf(seed + 500, [0, 1, 2], [4, 5, 6, 7], most),
  ]
  const costs = [-1, 2, 8].map(owner => ({ owner, cost: r.whole(0, most) }))
  const rows: Row[] = [{ columns: [0, 1], coefficients: [1, 1], limit: 1, equal: false }]
  return { tables, costs, rows, winners: 9 }
}

describe.each([1, 2, 3, 4, 5])('shares of two blocks joined by connectors (seed %i)', seed => {
  it.each([1, 50, 100_000_000_000])(
    'add up to exactly the value of each coalition, with amounts up to %i pence',
    most => {
      const { tables, costs, rows, winners } = marketOf(seed, most)
      expect(sumCoalitionsByTablePairs(tables, winners, rows, costs)).toEqual({
        sums: bruteSums(tables, winners, rows, costs),
        scale: 1,
      })
    },
  )

  it('are not summed at all if that would take too many additions', () => {
    const { tables, costs, rows, winners } = marketOf(seed, 1_000_000)
    expect(sumCoalitionsByTablePairs(tables, winners, rows, costs, undefined, 2_000)).toBeNull()
  })
})

it.each([1, 2, 3, 4])('ways that a joined table rules out gain nothing (seed %i)', seed => {
  const r = createSeededRandom(2_000 + seed)
  const tables: [CoalitionValueTable, CoalitionValueTable] = [
    blockOf(seed, [0, 1, 2], [0, 1, 2, 3, 4, 5], 5_000_000_000),
    blockOf(seed + 500, [0, 1, 2], [6, 7, 8, 9, 10], 5_000_000_000),
  ]
  for (let set = 0; set < tables[0].values.length; set += 1)
    if (set % 8 > 0 && r.chance(0.4)) tables[0].values[set] = -Infinity
  const costs = [1, 2, 3].map(() => ({ owner: -1, cost: r.whole(0, 1_000_000_000) }))
  expect(sumCoalitionsByTablePairs(tables, 11, [], costs)?.sums).toEqual(bruteSums(tables, 11, [], costs))
})

it('blocks in which no two sets gain the same add up to exactly the value of each coalition', () => {
  const block = (seed: number, winners: number[]): CoalitionValueTable => {
    const r = createSeededRandom(seed)
    const connectors = [0, 1, 2]
    const gains = winners.map(() => connectors.map(() => r.whole(1, 30_000_000)))
    const values = Float64Array.from({ length: 2 ** 10 }, (_, set) => {
      const funded = connectors.filter(at => ((set >> at) & 1) === 1)
      const there = gains.filter((__, at) => ((set >> (at + 3)) & 1) === 1)
      return there.reduce((sum, own) => sum + funded.reduce((all, at) => all + own[at]!, 0), 0)
    })
    return { connectors, winners, values }
  }
  const tables = [block(1, [0, 1, 2, 3, 4, 5, 6]), block(2, [7, 8, 9, 10, 11, 12, 13])]
  const costs = [105_000_000, 63_000_000, 42_000_000].map(cost => ({ cost, owner: -1 }))
  expect(sumCoalitionsByTablePairs([tables[0]!, tables[1]!], 14, [], costs)?.sums).toEqual(
    bruteSums(tables, 14, [], costs),
  )
})

it('coalitions of one block add up to exactly their values', () => {
  const table = blockOf(7, [], [0, 1, 2, 3, 4, 5], 90_071_992_547_409)
  expect(sumCoalitionsByTablePairs([table, EMPTY_VALUE_TABLE], 6, [], [])?.sums).toEqual(
    bruteSums([table], 6, [], []),
  )
})

it('coalitions whose values are not whole pence are counted in fractions of a penny', () => {
  const table: CoalitionValueTable = {
    connectors: [],
    winners: [0, 1],
    values: Float64Array.of(0, 0.25, 0.5, 1.5),
  }
  const { sums, scale } = sumCoalitionsByTablePairs([table, EMPTY_VALUE_TABLE], 2, [], [])!
  expect(shapleyShares(sums).map(share => fractionToNumber(share) / scale)).toEqual([0.625, 0.875])
})
