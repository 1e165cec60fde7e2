import { expect, it } from 'vitest'
import { priceCells, type PricedRound, type Purchase, roundedPrice } from './price-cells.ts'

/** A round in which so many buyers paid 1,000, 2,000, 3,000 pounds a unit and so on, and so many sold. */
const aRound = (buyers: number, sellers: number, { payers = buyers } = {}) => {
  const sold = Array.from({ length: sellers }, (_, at) => `seller-${at}`)
  const round: PricedRound = {
    id: 'round',
    marketId: 'levels',
    year: 2025,
    knownTogether: [],
    organisations: [
      ...Array.from({ length: payers }, (_, at) => ({ organisationId: `buyer-${at}`, payment: 1 })),
      ...sold.map(organisationId => ({ organisationId, payment: -1 })),
    ],
  }
  const purchases = Array.from({ length: buyers }, (_, at): Purchase => ({
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
  priceCells([round], purchases).find(({ scope }) => scope === 'round')?.prices

it('prices are told from four parties on each side on, and the middle half from eight', () => {
  expect(pricesOf(aRound(3, 4))).toBeNull()
  expect(pricesOf(aRound(4, 3))).toBeNull()
  expect(pricesOf(aRound(4, 4))).toEqual({ buyers: 4, sellers: 4, median: 260_000, middleHalf: null })
  expect(pricesOf(aRound(7, 4))?.middleHalf).toBeNull()
  // Of 1,000 to 8,000 pounds the quarters end at 2,500, told to the next 200, and 6,500.
  expect(pricesOf(aRound(8, 4))?.middleHalf).toEqual([260_000, 650_000])
})

it('an organisation with many requirements is one party with one price', () => {
  const { round, purchases } = aRound(4, 4)
  const one = purchases.map(purchase => ({ ...purchase, buyerId: 'buyer-0' }))
  expect(pricesOf({ round, purchases: one })).toBeNull()
  const more = [...purchases, { ...purchases[0]!, units: 20_000, payment: 600_000 }]
  // Of 2,000, 2,000, 3,000 and 4,000 pounds the middle is 2,500, told to the next 200.
  expect(pricesOf({ round, purchases: more })).toMatchObject({ buyers: 4, median: 260_000 })
})

it('nothing is told where one party bought and sold', () => {
  const { round, purchases } = aRound(6, 4)
  const both = [...purchases, { ...purchases[0]!, buyerId: 'seller-0' }]
  expect(pricesOf({ round, purchases: both })).toBeNull()
})

it('a type that is not told does not follow from the round’s total: another is held back with it', () => {
  const { round, purchases } = aRound(5, 4, { payers: 6 })
  const alone: Purchase = { ...purchases[0]!, buyerId: 'buyer-5', creditType: 'NutrientMitigationNitrogen' }
  expect(pricesOf({ round, purchases })).not.toBeNull()
  const cells = priceCells([round], [...purchases, alone])
  expect(cells.filter(({ prices }) => prices !== null)).toEqual([])
})

it('a price is rounded to a step of at least a twentieth of it', () => {
  for (const price of [1, 99, 1234, 234_100, 999_999, 53_652_00]) {
    const rounded = roundedPrice(price)
    expect(Math.abs(rounded - price)).toBeLessThanOrEqual(price * 0.0625)
    expect(roundedPrice(rounded)).toBe(rounded)
  }
  expect(roundedPrice(234_100)).toBe(240_000)
  expect(roundedPrice(0)).toBe(0)
})
