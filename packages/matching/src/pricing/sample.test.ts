import { describe, expect, it } from 'vitest'
import { measureIntervalCoverage, knownMarkets } from '../../test/coverage.ts'
import type { MarketProgram } from '../model/program.ts'
import { removeColumns } from '../model/submarkets.ts'
import { valueAllCoalitions } from './coalitions.ts'
import { fractionToNumber } from './fraction.ts'
import { estimateShares, estimateSharesWithValuer, type SamplingOptions } from './sample.ts'
import { createSampledGame } from './sampled-game.ts'
import { projectToNonNegativeShares, marginalValues, shapleyShares } from './shares.ts'

/** Sellers of one unit at rising asks, buyers of one unit at falling bids, and a losing buyer of three. */
const market = (): MarketProgram => {
  const asks = [10, 10, 20, 30, 40, 50, 60].map((ask, player) => ({
    player,
    value: -ask * 1_000,
    whole: true,
    upper: 1,
  }))
  const bids = [90, 90, 70, 65, 55, 45].map((bid, at) => ({
    player: 7 + at,
    value: bid * 1_000,
    whole: true,
    upper: 1,
  }))
  const columns = [...asks, ...bids, { player: 13, value: 150_000, whole: true, upper: 1 }]
  const row = {
    columns: columns.map((_, at) => at),
    coefficients: columns.map((_, at) => (at < 7 ? -1 : at < 13 ? 1 : 3)),
  }
  return { players: columns.map((_, at) => `${at}`), columns, rows: [{ ...row, limit: 0, equal: false }] }
}

const winners = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11]
const limits = { seed: 7777, kinds: [], work: Infinity, onProgress: () => {}, pulse: () => {} }
const sampled = (
  given: Partial<SamplingOptions> = {},
  program = market(),
  among: readonly number[] = winners,
) =>
  estimateShares(
    createSampledGame(program, among, undefined, () => {}),
    { ...limits, ...given },
  )
const sharesFrom = (program: MarketProgram, among: readonly number[]): number[] =>
  shapleyShares(valueAllCoalitions(program, among, undefined, () => {})!.sums).map(fractionToNumber)
const { sums } = valueAllCoalitions(market(), winners, undefined, () => {})!
const exact = sharesFrom(market(), winners)
const sumOf = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0)

/** Share of the most valuable player if values double once more than twenty are present. */
const exactOfLast = (worth: readonly number[]): number => {
  const own = worth.at(-1)!
  const others = (sumOf(worth) - own) / (worth.length - 1)
  // Over all positions in the order of arrival: it adds its own worth, twice from the 21st on, which also doubles 20 others.
  return worth.reduce(
    (sum, _, before) =>
      sum + (before < 20 ? own : before === 20 ? 2 * own + 20 * others : 2 * own) / worth.length,
    0,
  )
}

describe('shares from sampled coalitions', () => {
  it('lie in about 95 of 100 of their stated intervals, and are unbiased', () => {
    const seeds = Array.from({ length: 200 }, (_, at) => at + 1)
    const runs = seeds.map(seed => sampled({ seed, batches: 16 }))
    const within = runs.map(
      ({ shares, halfWidths }) =>
        shares.filter((share, at) => Math.abs(share - exact[at]!) <= halfWidths[at]!).length,
    )
    expect(sumOf(within) / (seeds.length * winners.length)).toBeGreaterThan(0.93)
    expect(sumOf(within) / (seeds.length * winners.length)).toBeLessThan(0.97)
    winners.forEach((_, at) => {
      const mean = sumOf(runs.map(({ shares }) => shares[at]!)) / runs.length
      const width = sumOf(runs.map(({ halfWidths }) => halfWidths[at]!)) / runs.length
      expect(Math.abs(mean - exact[at]!)).toBeLessThan((2 * width) / Math.sqrt(runs.length))
    })
  })

  const known = knownMarkets([1, 4, 7], 10)

  it('of random rounds lie in about 95 of 100 of the intervals at which sampling stops', () => {
    const held = known.map(market_ => measureIntervalCoverage(market_, 60, 400).held)
    expect(sumOf(held) / held.length).toBeGreaterThan(0.93)
    expect(sumOf(held) / held.length).toBeLessThan(0.97)
  })

  it.each(known)('of $name take more batches when more work is allowed', market_ => {
    const batches = [200, 400, 800].map(work => measureIntervalCoverage(market_, 1, work).batches)
    expect(batches).toEqual(batches.toSorted((a, b) => a - b))
    expect(new Set(batches).size).toBe(3)
  })

  it('of very many winners, where a batch does not draw every size, are unbiased', () => {
    // A coalition is worth the sum of its members, or twice that with more than twenty of them.
    const many = 60
    const worth = Array.from({ length: many }, (_, at) => 100 * (at + 1))
    const value = (sides: Int8Array, side: number): Float64Array => {
      const there = worth.filter((_, at) => sides[at] === side)
      return Float64Array.of(sumOf(there) * (there.length > 20 ? 2 : 1))
    }
    const valued = (draws: readonly Int8Array[]) =>
      draws.map(sides => ({ here: value(sides, 1), others: value(sides, -1), work: 1 }))
    const drawn = worth.map((_, at) => at)
    const runs = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(seed =>
      estimateSharesWithValuer(
        { drawn, tabled: [], besideOf: (_sides, _side, of) => Float64Array.from(of) },
        valued,
        {
          ...limits,
          seed,
          batches: 40,
        },
      ),
    )
    const inAll = sumOf(worth) * 2
    for (const { shares } of runs) expect(sumOf(shares)).toBeCloseTo(inAll, 3)
    const last = runs.map(({ shares, halfWidths }) => [shares.at(-1)!, halfWidths.at(-1)!] as const)
    const mean = sumOf(last.map(([share]) => share)) / runs.length
    const width = sumOf(last.map(([, half]) => half)) / runs.length
    expect(Math.abs(mean - exactOfLast(worth))).toBeLessThan((2 * width) / Math.sqrt(runs.length))
  })

  it('add up to the surplus, and come with each winner’s marginal value', () => {
    const { shares, marginals } = sampled({ batches: 5 })
    expect(sumOf(shares)).toBeCloseTo(Number(sums.all.at(-1)), 3)
    marginals.forEach((marginal, at) => expect(marginal).toBeCloseTo(Number(marginalValues(sums)[at]), 3))
  })

  const alike = [
    [0, 1],
    [5, 6],
  ]

  it('of alike winners are equal, and as sure as before or surer', () => {
    const apart = sampled({ batches: 20 })
    const { shares, halfWidths } = sampled({ batches: 20, kinds: alike })
    for (const [one, other] of alike.map(kind => [kind[0]!, kind[1]!] as const)) {
      expect(apart.shares[one]).not.toBe(apart.shares[other])
      expect([shares[one], halfWidths[one]]).toEqual([shares[other], halfWidths[other]])
      const wider = Math.max(apart.halfWidths[one]!, apart.halfWidths[other]!)
      expect(halfWidths[one]).toBeLessThanOrEqual(wider)
    }
    expect(sumOf(shares)).toBeCloseTo(sumOf(exact), 3)
  })

  it('of alike winners lie in about 95 of 100 of their intervals', () => {
    const seeds = Array.from({ length: 300 }, (_, at) => at + 1)
    const held = seeds.map(seed => {
      const { shares, halfWidths } = sampled({ seed, batches: 16, kinds: alike })
      return alike.filter(([at]) => Math.abs(shares[at!]! - exact[at!]!) <= halfWidths[at!]!).length
    })
    expect(sumOf(held) / (seeds.length * alike.length)).toBeGreaterThan(0.92)
    expect(sumOf(held) / (seeds.length * alike.length)).toBeLessThan(0.98)
  })

  it('are reproducible from the same seed and number of batches', () => {
    const again = () => sampled({ batches: 20 })
    expect(again()).toEqual(again())
    expect(sampled({ seed: 1, batches: 20 })).not.toEqual(again())
  })

  it.each([2, 3])('of %i winners are exact, because there is nothing left to sample', many => {
    const few = [0, 7, 1].slice(0, many)
    const { program } = removeColumns(
      market(),
      market().columns.map(({ player }) => !few.includes(player)),
    )
    const shares = sharesFrom(program, few)
    const found = sampled({}, program, few)
    found.shares.forEach((share, at) => expect(share).toBeCloseTo(shares[at]!, 3))
    expect(found.halfWidths).toEqual(few.map(() => 0))
  })

  it('stop sampling once every interval is within GBP 50 or half a percent', () => {
    const { halfWidths, shares } = sampled()
    halfWidths.forEach((width, at) => expect(width).toBeLessThanOrEqual(Math.max(5_000, 0.005 * shares[at]!)))
  })
})

describe('shares without negative values', () => {
  it('are the nearest values with the same sum', () => {
    expect(projectToNonNegativeShares([10, 6, -4])).toEqual([8, 4, 0])
    expect(projectToNonNegativeShares([10, 1, -4])).toEqual([7, 0, 0])
    expect(projectToNonNegativeShares([3, 0, 2])).toEqual([3, 0, 2])
  })
})
