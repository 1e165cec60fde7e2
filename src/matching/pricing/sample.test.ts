import { describe, expect, it } from 'vitest'
import type { Program } from '../model/program.ts'
import { without } from '../model/submarkets.ts'
import { coalitionValues } from './coalitions.ts'
import { sampledShares } from './sample.ts'
import { atLeastNothing, sharesOf } from './shares.ts'

/** Sellers of one unit at rising asks, buyers of one unit at falling bids, and a losing buyer of three. */
const market = (): Program => {
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
const limits = { seed: 7777, secondsLeft: () => Infinity, onProgress: () => {} }
const { values } = coalitionValues(market(), winners, undefined, () => {})
const exact = sharesOf(values, winners.length)
const sumOf = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0)

describe('shares from sampled coalitions', () => {
  it('sampled shares lie in about 95 of 100 of their stated intervals, and on neither side of the truth', () => {
    const seeds = Array.from({ length: 200 }, (_, at) => at + 1)
    const runs = seeds.map(seed => sampledShares(market(), winners, { ...limits, seed, batches: 16 }))
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

  it('sampled shares add up to the surplus, and come with what each winner adds to all others', () => {
    const { shares, marginals } = sampledShares(market(), winners, { ...limits, batches: 5 })
    expect(sumOf(shares)).toBeCloseTo(values.at(-1)!, 3)
    marginals.forEach((marginal, at) =>
      expect(marginal).toBeCloseTo(values.at(-1)! - values[values.length - 1 - (1 << at)]!, 3),
    )
  })

  it('sampled shares of alike winners are the same, within their intervals', () => {
    const { shares, halfWidths } = sampledShares(market(), winners, { ...limits, batches: 60 })
    for (const [one, other] of [
      [0, 1],
      [5, 6],
    ] as const)
      expect(Math.abs(shares[one]! - shares[other]!)).toBeLessThan(halfWidths[one]! + halfWidths[other]!)
  })

  it('sampled shares are the same again from the same seed and number of batches', () => {
    const again = () => sampledShares(market(), winners, { ...limits, batches: 20 })
    expect(again()).toEqual(again())
    expect(sampledShares(market(), winners, { ...limits, seed: 1, batches: 20 })).not.toEqual(again())
  })

  it.each([2, 3])('sampled shares of %i winners are exact, since nothing is left to draw', many => {
    const few = [0, 7, 1].slice(0, many)
    const { program } = without(
      market(),
      market().columns.map(({ player }) => !few.includes(player)),
    )
    const shares = sharesOf(coalitionValues(program, few, undefined, () => {}).values, many)
    const sampled = sampledShares(program, few, limits)
    sampled.shares.forEach((share, at) => expect(share).toBeCloseTo(shares[at]!, 3))
    expect(sampled.halfWidths).toEqual(few.map(() => 0))
  })

  it('sampling stops once every interval is within GBP 50 or half a percent', () => {
    const { halfWidths, shares } = sampledShares(market(), winners, limits)
    halfWidths.forEach((width, at) => expect(width).toBeLessThanOrEqual(Math.max(5_000, 0.005 * shares[at]!)))
  })
})

describe('shares that may not be negative', () => {
  it('shares without negative ones are the nearest that add up to as much', () => {
    expect(atLeastNothing([10, 6, -4])).toEqual([8, 4, 0])
    expect(atLeastNothing([10, 1, -4])).toEqual([7, 0, 0])
    expect(atLeastNothing([3, 0, 2])).toEqual([3, 0, 2])
  })
})
