import { expect, it } from 'vitest'
import {
  calculatePriceCells,
  type SettledPriceRound,
  type SettledPurchase,
  roundOffPrice,
} from './price-cells.ts'

/** A round in which so many buyers paid 1,000, 2,000, 3,000 pounds a unit and so on, and so many sold. */
const aRound = (buyers: number, sellers: number, { payers = buyers } = {}) => {
  const sold = Array.from({ length: sellers }, (_, at) => `seller-${at}`)
  const round: SettledPriceRound = {
    id: 'round',
    marketId: 'levels',
    year: 2025,
    knownTogether: [],
    organisations: [
      ...Array.from({ length: payers }, (_, at) => ({ organisationId: `buyer-${at}`, payment: 1 })),
      ...sold.map(organisationId => ({ organisationId, payment: -1 })),
    ],
  }
  const purchases = Array.from({ length: buyers }, (_, at): SettledPurchase => ({
    roundId: 'round',
    creditType: 'Biodiversity',
    areaId: 'Somerset',
    buyerId: `buyer-${at}`,
    supplierIds: sold,
    units: 20_000,
    payment: 200_000 * (at + 1),
  }))
  return { round, purchases }
}

const pricesOf = ({ round, purchases }: ReturnType<typeof aRound>) =>
  calculatePriceCells([round], purchases).find(({ scope }) => scope === 'round')?.prices

it('prices are shown from four parties on each side, and the interquartile range from eight', () => {
  expect(pricesOf(aRound(3, 4))).toBeNull()
  expect(pricesOf(aRound(4, 3))).toBeNull()
  expect(pricesOf(aRound(4, 4))).toEqual({ buyers: 4, sellers: 4, median: 260_000, middleHalf: null })
  expect(pricesOf(aRound(7, 4))?.middleHalf).toBeNull()
  // The quarters of 1,000 to 8,000 pounds end at 2,500, rounded to the next 200, and 6,500.
  expect(pricesOf(aRound(8, 4))?.middleHalf).toEqual([260_000, 650_000])
})

it('an organisation with many requirements counts as one party with one price', () => {
  const { round, purchases } = aRound(4, 4)
  const one = purchases.map(purchase => ({ ...purchase, buyerId: 'buyer-0' }))
  expect(pricesOf({ round, purchases: one })).toBeNull()
  const more = [...purchases, { ...purchases[0]!, units: 20_000, payment: 600_000 }]
  // The median of 2,000, 2,000, 3,000 and 4,000 pounds is 2,500, rounded to the next 200.
  expect(pricesOf({ round, purchases: more })).toMatchObject({ buyers: 4, median: 260_000 })
})

it('no price is shown where one party both bought and sold', () => {
  const { round, purchases } = aRound(6, 4)
  const both = [...purchases, { ...purchases[0]!, buyerId: 'seller-0' }]
  expect(pricesOf({ round, purchases: both })).toBeNull()
})

it('a suppressed type cannot be derived from the round’s total: another is suppressed with it', () => {
  const { round, purchases } = aRound(5, 4, { payers: 6 })
  const alone: SettledPurchase = {
    ...purchases[0]!,
    buyerId: 'buyer-5',
    creditType: 'NutrientMitigationNitrogen',
  }
  expect(pricesOf({ round, purchases })).not.toBeNull()
  const cells = calculatePriceCells([round], [...purchases, alone])
  expect(cells.filter(({ prices }) => prices !== null)).toEqual([])
})

it('a price is rounded to a step of at least a twentieth of its value', () => {
  for (const price of [1, 99, 1234, 234_100, 999_999, 53_652_00]) {
    const rounded = roundOffPrice(price)
    expect(Math.abs(rounded - price)).toBeLessThanOrEqual(price * 0.0625)
    expect(roundOffPrice(rounded)).toBe(rounded)
  }
  expect(roundOffPrice(234_100)).toBe(240_000)
  expect(roundOffPrice(0)).toBe(0)
})
