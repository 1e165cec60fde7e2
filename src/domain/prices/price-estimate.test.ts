import { expect, it } from 'vitest'
import { estimatePrice, type PublishedPrice, shareOfBuyersPaying } from './price-estimate.ts'

const ON = '2026-06-01'

const aPrice = (over: Partial<PublishedPrice> = {}): PublishedPrice => ({
  creditType: 'Biodiversity',
  roundId: 'round',
  marketId: 'levels',
  areaId: null,
  settledOn: ON,
  median: 20_000_00,
  middleHalf: [16_000_00, 25_000_00],
  ...over,
})

const SOMERSET = { areaIds: ['Somerset'], marketIds: ['levels'] }

const estimate = (prices: readonly PublishedPrice[], on = ON, place = SOMERSET) =>
  estimatePrice(prices, 'Biodiversity', place, on)

it('the range reaches beyond the quartiles, and the published median is the likely price', () => {
  // 20,000 divided and multiplied by 1.25 to the power 1.9, rounded to steps of 5 percent.
  expect(estimate([aPrice()])).toMatchObject({ low: 13_000_00, likely: 20_000_00, high: 30_000_00 })
})

it('a median without quartiles has a wide range', () => {
  expect(estimate([aPrice({ middleHalf: null })])).toMatchObject({ low: 11_000_00, high: 36_000_00 })
})

it('quartiles that rounding has made equal leave a range', () => {
  const found = estimate([aPrice({ middleHalf: [20_000_00, 20_000_00] })])
  expect(found).toMatchObject({ low: 17_000_00, high: 24_000_00 })
})

it('the place widens from the area to the market and to England until a price is published', () => {
  const elsewhere = aPrice({ marketId: 'solent', roundId: 'elsewhere', areaId: null })
  const market = aPrice({ roundId: 'market', settledOn: '2024-06-01' })
  const area = aPrice({ roundId: 'area', areaId: 'Somerset', settledOn: '2023-06-01' })
  const otherArea = aPrice({ roundId: 'other', areaId: 'Dorset' })
  const reachOf = (prices: readonly PublishedPrice[]) => {
    const found = estimate(prices)
    return [found?.reach, found?.from.roundId]
  }
  expect(reachOf([elsewhere, market, area, otherArea])).toEqual(['area', 'area'])
  expect(reachOf([elsewhere, market, otherArea])).toEqual(['market', 'market'])
  expect(reachOf([elsewhere, otherArea])).toEqual(['england', 'elsewhere'])
  expect(estimate([otherArea])).toBeNull()
  expect(estimate([aPrice({ creditType: 'NutrientMitigationNitrogen' })])).toBeNull()
})

it('the newest price counts, and an older one has a wider range', () => {
  const old = aPrice({ roundId: 'old', settledOn: '2022-06-01' })
  expect(estimate([old, aPrice({ roundId: 'new' })])?.from.roundId).toBe('new')
  const [now, later] = [estimate([old], '2022-06-01')!, estimate([old])!]
  expect(later.low).toBeLessThan(now.low)
  expect(later.high).toBeGreaterThan(now.high)
  // Four years drift by e to the power 0.5.
  expect(later.high / later.likely).toBeCloseTo((Math.exp(0.5) * 30_500) / 20_000, 0)
})

it('a price is not used before it was published', () => {
  expect(estimate([aPrice()], '2026-05-31')).toBeNull()
})

it('published quartiles bound the share of buyers who paid a price or more', () => {
  const price = aPrice()
  expect(shareOfBuyersPaying(price, 15_000_00)).toEqual({ atLeast: 0.75, atMost: 1 })
  expect(shareOfBuyersPaying(price, 20_000_00)).toEqual({ atLeast: 0.5, atMost: 0.75 })
  expect(shareOfBuyersPaying(price, 24_000_00)).toEqual({ atLeast: 0.25, atMost: 0.5 })
  expect(shareOfBuyersPaying(price, 26_000_00)).toEqual({ atLeast: 0, atMost: 0.25 })
  expect(shareOfBuyersPaying({ ...price, middleHalf: null }, 26_000_00)).toEqual({ atLeast: 0, atMost: 0.5 })
})
