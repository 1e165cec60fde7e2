import { describe, expect, it } from 'vitest'
import type { Column, Row } from '../model/program.ts'
import type { CoalitionGame } from './block-game.ts'
import { createListedSearch } from './listed-search.ts'
import { createSeededRandom } from './random.ts'
import { createSetSearch, soleColumns } from './set-search.ts'
import { fillValueTables } from './tables.ts'

const CONNECTORS = [0, 1]
const MEMBERS = 8
/** For each column, the bit of its owner (-1 if always present), and the most that it takes of a row, or supplies if negative. */
const SHAPES = [
  [0, -6],
  [1, -6],
  [2, -9],
  [3, -9],
  [4, 6],
  [5, 4],
  [6, 6],
  [6, 6],
  [7, 6],
  [7, 3],
  [-1, -6],
  [-1, 6],
  [-1, 4],
] as const

/** The columns that can be won in part, if any: of a winner with one bid and one with two, and of a loser. */
const DIVISIBLE = [5, 9, 11]
/** The amount of each row that a unit of a divisible bid uses. */
const PER_UNIT = [1, 1.5]

/** A market of two kinds of supply; two winners bid for one of two things each, and an offer may come with a bid. */
const gameOf = (seed: number, unit: number, isDivisible = false): CoalitionGame => {
  const r = createSeededRandom(seed)
  const balances = [0, 1].map((): Row => ({ columns: [], coefficients: [], limit: 0, equal: false }))
  const columns = SHAPES.map(([owner, most], at): Column => {
    const size = r.whole(1, Math.abs(most)) * unit
    const inPart = isDivisible && DIVISIBLE.includes(at)
    const units = 2 * r.whole(1, 2)
    for (const row of r.chance(0.4) ? [0, 1] : [r.whole(0, 1)]) {
      balances[row]!.columns.push(at)
      balances[row]!.coefficients.push(
        inPart ? units * PER_UNIT[row]! * unit : Math.sign(most) * (r.chance(0.7) ? size : size + 1),
      )
    }
    if (inPart) {
      const value = units * r.whole(1, 250) + (r.chance(0.3) ? 1 : 0)
      const portions = [{ ongoing: units, additional: 0, bid: value }]
      return { player: at, value, whole: false, upper: 1, grains: [units], portions }
    }
    const costsNothing = owner === 0 || owner === 1
    const value = costsNothing ? 0 : Math.sign(most) * r.whole(1, 1_000)
    return { player: at, value, whole: true, upper: 1 }
  })
  const rows: Row[] = [
    ...balances,
    { columns: [6, 7], coefficients: [1, 1], limit: 1, equal: false },
    { columns: [8, 9], coefficients: [1, 1], limit: 1, equal: false },
  ]
  if (seed % 2 === 0) rows.push({ columns: [3, 12], coefficients: [1, -1], limit: 0, equal: true })
  const memberOf = Int32Array.from(SHAPES, ([owner]) => owner)
  const winners = [0, 1, 2, 3, 4, 5]
  return { program: { players: [], columns, rows }, memberOf, connectors: CONNECTORS, winners }
}

/** Every choice of columns: the units taken of each, of which those that are all or nothing have one. */
function* choicesOf(columns: readonly Column[], taken: number[] = []): Generator<number[]> {
  const column = columns[taken.length]
  if (column === undefined) return yield taken
  for (let some = 0; some <= (column.grains?.[0] ?? 1); some += 1) yield* choicesOf(columns, [...taken, some])
}

/** The value of every set, by trying everything. */
const truthOf = ({ program: { columns, rows }, memberOf }: CoalitionGame): Float64Array => {
  const best = new Float64Array(2 ** MEMBERS)
  const units = columns.map(({ grains }) => grains?.[0] ?? 1)
  for (const taken of choicesOf(columns)) {
    const isBroken = rows.some(row => {
      const sum = row.columns.reduce(
        (total, at, k) => total + (taken[at]! * row.coefficients[k]!) / units[at]!,
        0,
      )
      return row.equal ? sum !== row.limit : sum > row.limit
    })
    if (isBroken) continue
    const used = columns.flatMap((_, at) => (taken[at]! > 0 ? [at] : []))
    const set = used.reduce((all, at) => (memberOf[at]! < 0 ? all : all | (1 << memberOf[at]!)), 0)
    const value = used.reduce(
      (sum, at) => sum + Math.floor((columns[at]!.value * taken[at]!) / units[at]!),
      0,
    )
    best[set] = Math.max(best[set]!, value)
  }
  for (let bit = 1; bit < best.length; bit <<= 1)
    for (let set = 0; set < best.length; set += 1)
      if ((set & bit) !== 0) best[set] = Math.max(best[set]!, best[set & ~bit]!)
  return best
}

/** The best of a set without one of some members. */
const withoutOne = (truth: Float64Array, set: number, members: readonly number[]): number =>
  Math.max(0, ...members.map(member => truth[set & ~(1 << member)]!))

const MARKETS = Array.from({ length: 40 }, (_, at) => ({
  seed: 1 + (at >> 1),
  name: at % 2 === 0 ? 'all or nothing' : 'some in part',
  isDivisible: at % 2 === 1,
}))

describe.each(MARKETS)('a generated market (seed $seed, $name)', ({ seed, isDivisible }) => {
  const game = gameOf(seed, seed % 3 === 0 ? 10_000 : 1, isDivisible)
  const truth = truthOf(game)
  const winners = game.winners.map(winner => winner + CONNECTORS.length)

  it('has the same value for every set by lists of choices as by trying everything', () => {
    const search = createListedSearch(game, soleColumns(game))!
    truth.forEach((value, set) => {
      const floor = withoutOne(truth, set, winners)
      const missing = CONNECTORS.filter(connector => ((set >> connector) & 1) === 0)
      const ceiling = Math.min(Infinity, ...missing.map(connector => truth[set | (1 << connector)]!))
      const found = search(set, floor, ceiling)
      if (isDivisible && found === undefined) return
      expect(found?.value ?? floor).toBe(value)
      expect(truth[set & ~(found?.idle ?? 0)]).toBe(value)
    })
  })

  it('has the same value for every set by searching as by trying everything', () => {
    const search = createSetSearch(game, soleColumns(game), () => {})
    truth.forEach((value, set) => {
      const floor = withoutOne(truth, set, winners)
      expect(search(set, floor, Infinity)?.value ?? floor).toBe(value)
    })
  })

  it('has a table with these values', () => {
    expect(fillValueTables([game], undefined, () => {})[0]).toEqual(truth)
  })
})

it.each([
  ['a bid has several quantities', { grains: [2, 3] }],
  ['a unit of one bid takes more of a row than a unit of another', { grains: [7] }],
  ['a bid can be won at any fraction', { grains: undefined }],
])('a market in which %s is not listed', (_, changed) => {
  const game = gameOf(1, 1, true)
  const { columns } = game.program
  const other = { ...game.program, columns: columns.with(11, { ...columns[11]!, ...changed }) }
  expect(createListedSearch(game, soleColumns(game))).not.toBeNull()
  expect(createListedSearch({ ...game, program: other }, soleColumns(game))).toBeNull()
})

it('most sets of markets with divisible bids are answered from lists', () => {
  const answered = MARKETS.filter(({ isDivisible }) => isDivisible).flatMap(({ seed }) => {
    const search = createListedSearch(gameOf(seed, 1, true), soleColumns(gameOf(seed, 1, true)))
    return Array.from({ length: 2 ** MEMBERS }, (_, set) => search?.(set, 0, Infinity) !== undefined)
  })
  expect(answered.filter(Boolean).length).toBeGreaterThan(0.9 * answered.length)
})

it('sets whose list would be too long are left to the search', () => {
  const game = gameOf(1, 1)
  const search = createListedSearch(game, soleColumns(game), 4)!
  expect(search(2 ** MEMBERS - 1, 0, Infinity)).toBeUndefined()
})
