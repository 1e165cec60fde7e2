import { describe, expect, it } from 'vitest'
import type { Row } from '../model/program.ts'
import { numberOf } from './fraction.ts'
import { NOTHING, type ConnectorCost, type Factor } from './join.ts'
import { sumsOfPairs } from './pairs.ts'
import { random } from './random.ts'
import { noSums, sharesOf, type SumsBySize } from './shares.ts'

/** A block worth no less with one member more, in whole pence up to a most. */
const blockOf = (seed: number, connectors: number[], winners: number[], most: number): Factor => {
  const r = random(seed)
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

/** The most that two blocks are worth together with some winners, every way to fund connectors tried. */
const worth = (
  tables: readonly Factor[],
  rows: readonly Row[],
  costs: readonly ConnectorCost[],
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
  tables: readonly Factor[],
  winners: number,
  rows: readonly Row[],
  costs: readonly ConnectorCost[],
): SumsBySize => {
  const sums = noSums(winners)
  for (let set = 0; set < 2 ** winners; set += 1) {
    const value = BigInt(worth(tables, rows, costs, winner => ((set >> winner) & 1) === 1))
    const members = sums.having.flatMap((_, at) => ((set >> at) & 1 ? [at] : []))
    sums.all[members.length]! += value
    for (const member of members) sums.having[member]![members.length]! += value
  }
  return sums
}

/** Three connectors, one a winner's of one side, one of neither side's, and at most one of two funded; a winner of both. */
const marketOf = (seed: number, most: number) => {
  const r = random(1_000 + seed)
  const tables: [Factor, Factor] = [
    blockOf(seed, [0, 1, 2], [0, 1, 2, 3, 4], most),
    blockOf(seed + 500, [0, 1, 2], [4, 5, 6, 7], most),
  ]
  const costs = [-1, 2, 8].map(owner => ({ owner, cost: r.whole(0, most) }))
  const rows: Row[] = [{ columns: [0, 1], coefficients: [1, 1], limit: 1, equal: false }]
  return { tables, costs, rows, winners: 9 }
}

describe.each([1, 2, 3, 4, 5])('shares of two blocks that connectors hold together (seed %i)', seed => {
  it.each([1, 50, 100_000_000_000])(
    'coalitions of two blocks add up to exactly what each is worth, with amounts up to %i pence',
    most => {
      const { tables, costs, rows, winners } = marketOf(seed, most)
      const { sums, scale, bound } = sumsOfPairs(tables, winners, rows, costs)
      expect([scale, bound]).toEqual([1, 0])
      expect(sums).toEqual(bruteSums(tables, winners, rows, costs))
    },
  )

  it('shares of two blocks whose kinds of sets are merged are within the stated bound', () => {
    const { tables, costs, rows, winners } = marketOf(seed, 1_000_000)
    const exact = sharesOf(bruteSums(tables, winners, rows, costs)).map(numberOf)
    const { sums, bound } = sumsOfPairs(tables, winners, rows, costs, undefined, 2_000)
    expect(bound).toBeGreaterThan(0)
    const far = sharesOf(sums).map((share, at) => Math.abs(numberOf(share) - exact[at]!))
    expect(Math.max(...far)).toBeLessThanOrEqual(bound)
    expect(Math.max(...far)).toBeGreaterThan(0)
  })
})

it('coalitions of one block add up to exactly what each is worth', () => {
  const table = blockOf(7, [], [0, 1, 2, 3, 4, 5], 90_071_992_547_409)
  expect(sumsOfPairs([table, NOTHING], 6, [], []).sums).toEqual(bruteSums([table], 6, [], []))
})

it('coalitions of money that is not whole pence are counted in parts of a penny', () => {
  const table: Factor = { connectors: [], winners: [0, 1], values: Float64Array.of(0, 0.25, 0.5, 1.5) }
  const { sums, scale } = sumsOfPairs([table, NOTHING], 2, [], [])
  expect(sharesOf(sums).map(share => numberOf(share) / scale)).toEqual([0.625, 0.875])
})
