import { describe, expect, it } from 'vitest'
import { coalitionValues } from './coalitions.ts'
import { sampledShares } from './sample.ts'
import { sharesOf } from './shares.ts'
import type { Program } from './program.ts'

/** Six sellers of one unit at rising asks, six buyers of one unit at falling bids, and a buyer of three. */
const market = (): Program => {
  const asks = [10, 20, 30, 40, 50, 60].map((ask, player) => ({
    player,
    value: -ask * 1_000,
    whole: true,
    upper: 1,
  }))
  const bids = [90, 80, 70, 65, 55, 45].map((bid, at) => ({
    player: 6 + at,
    value: bid * 1_000,
    whole: true,
    upper: 1,
  }))
  const columns = [...asks, ...bids, { player: 12, value: 150_000, whole: true, upper: 1 }]
  const row = {
    columns: columns.map((_, at) => at),
    coefficients: columns.map((_, at) => (at < 6 ? -1 : at < 12 ? 1 : 3)),
  }
  return { players: columns.map((_, at) => `${at}`), columns, rows: [{ ...row, limit: 0, equal: false }] }
}

const winners = [0, 1, 2, 3, 4, 6, 7, 8, 9, 10]
const limits = { seed: 7777, secondsLeft: () => Infinity, tick: () => {} }

describe('shares from sampled orders', () => {
  it('lie within their stated intervals of the exact shares, and add up to the surplus', () => {
    const { values } = coalitionValues(market(), winners, undefined, () => {})
    const exact = sharesOf(values, winners.length)
    const { shares, halfWidths } = sampledShares(market(), winners, { ...limits, batches: 200 })
    expect(shares.reduce((a, b) => a + b, 0)).toBeCloseTo(values.at(-1)!, 3)
    shares.forEach((share, at) =>
      expect(Math.abs(share - exact[at]!)).toBeLessThanOrEqual(2 * halfWidths[at]! + 1),
    )
  })

  it('are the same again from the same seed and number of batches', () => {
    const again = () => sampledShares(market(), winners, { ...limits, batches: 20 })
    expect(again()).toEqual(again())
  })

  it('stop once every interval is within GBP 50 or half a percent', () => {
    const { halfWidths, shares } = sampledShares(market(), winners, limits)
    halfWidths.forEach((width, at) => expect(width).toBeLessThanOrEqual(Math.max(5_000, 0.005 * shares[at]!)))
  })
})
