import type { CreditType } from './credit-type.ts'
import { type Behind, FEWEST_PARTIES, mayKnowSum, partiesOf, standsApart } from './disclosure.ts'
import { grouped } from './grouped.ts'
import type { Pence } from './money.ts'
import { pricePerUnit } from './price.ts'
import type { Units } from './units.ts'

/** What one requirement that won in a settled round took, and what was paid for it. */
export interface Purchase {
  roundId: string
  creditType: CreditType
  /** The planning authority of biodiversity, the nutrient sub-catchment of nutrients. */
  areaId: string | null
  buyerId: string
  /** The suppliers of its units. */
  supplierIds: readonly string[]
  units: Units
  payment: Pence
}

/** A settled round, and who stands behind its sums. */
export interface PricedRound extends Behind {
  id: string
  marketId: string
  /** The calendar year in which it was settled. */
  year: number
}

/** What a cell is of: one area in a round, a round, a market's year, a year. Each lies within the next. */
export const CELL_SCOPES = ['area', 'round', 'market', 'year'] as const
export type CellScope = (typeof CELL_SCOPES)[number]

/** Prices that buyers paid per unit of one type, one price for each party; rounded, in pence. */
interface CellPrices {
  /** How many independent parties bought, and sold. */
  buyers: number
  sellers: number
  median: Pence
  /** Between these lie the middle half of the parties; null where too few bought. */
  middleHalf: readonly [low: Pence, high: Pence] | null
}

export interface PriceCell {
  scope: CellScope
  creditType: CreditType
  year: number
  marketId: string | null
  roundId: string | null
  areaId: string | null
  units: Units
  /** Nothing where a single amount could follow from it (decision 0088). */
  prices: CellPrices | null
}

/** Published prices of one unit, in pence, and the round in which they were paid. */
export interface PriceRange {
  low: Pence
  high: Pence
  round: string
}

/** So many parties must have bought before quartiles are told: two at least lie beyond each, so neither is an end. */
export const FEWEST_FOR_QUARTILES = 2 * FEWEST_PARTIES

/** A figure that is told is never nearer than this part of it. */
const COARSENESS = 0.05

const STEPS = [1, 2, 5]

/** A price to the nearest 1, 2 or 5 times a power of ten pence that is at least a twentieth of it. */
export const roundedPrice = (price: Pence): Pence => {
  const least = Math.abs(price) * COARSENESS
  let power = 1
  while (10 * power <= least) power *= 10
  const step = (STEPS.find(one => one * power >= least) ?? 10) * power
  return Math.round(price / step) * step
}

const middleOf = (sorted: readonly number[]): number => {
  const half = sorted.length >> 1
  const [low = 0, high = 0] =
    sorted.length % 2 ? [sorted[half], sorted[half]] : sorted.slice(half - 1, half + 1)
  return (low + high) / 2
}

type Lists = Behind['knownTogether']

const behindOf = (purchases: readonly Purchase[], knownTogether: Lists): Behind => ({
  organisations: [
    ...purchases.map(({ buyerId }) => ({ organisationId: buyerId, payment: 1 })),
    ...purchases.flatMap(({ supplierIds }) =>
      supplierIds.map(organisationId => ({ organisationId, payment: -1 })),
    ),
  ],
  knownTogether,
})

const isCrowd = (purchases: readonly Purchase[], knownTogether: Lists): boolean =>
  mayKnowSum('prices', null, 'Settled', behindOf(purchases, knownTogether))

/**
 * Nobody's prices are told of a round whose own sums are not. Nor where a party both bought and sold: what all bought for
 * and what all pay, after such a party's two sides are balanced, would differ by its amounts alone.
 */
const isTold = (round: PricedRound, purchases: readonly Purchase[]): boolean => {
  const party = partiesOf(round.knownTogether)
  const sellers = new Set(purchases.flatMap(({ supplierIds }) => supplierIds.map(party)))
  return standsApart(round) && !purchases.some(({ buyerId }) => sellers.has(party(buyerId)))
}

const pricesOf = (purchases: readonly Purchase[], knownTogether: Lists): CellPrices => {
  const party = partiesOf(knownTogether)
  const prices = grouped(purchases, ({ buyerId }) => party(buyerId))
    .map(([, bought]) =>
      pricePerUnit(
        bought.reduce((sum, { payment }) => sum + payment, 0),
        bought,
      ),
    )
    .filter(price => typeof price === 'number')
    .toSorted((a, b) => a - b)
  const half = prices.length >> 1
  return {
    buyers: prices.length,
    sellers: new Set(purchases.flatMap(({ supplierIds }) => supplierIds.map(party))).size,
    median: roundedPrice(middleOf(prices)),
    middleHalf:
      prices.length < FEWEST_FOR_QUARTILES
        ? null
        : [
            roundedPrice(middleOf(prices.slice(0, half))),
            roundedPrice(middleOf(prices.slice(prices.length - half))),
          ],
  }
}

type Place = Pick<PriceCell, 'scope' | 'creditType' | 'year'> & Partial<PriceCell>

const cellOf = (place: Place, purchases: readonly Purchase[], lists: Lists, isShown: boolean): PriceCell => ({
  ...{ marketId: null, roundId: null, areaId: null },
  ...place,
  units: purchases.reduce((sum, { units }) => sum + units, 0),
  prices: isShown ? pricesOf(purchases, lists) : null,
})

/** Purchases of one area, or of one type. */
interface Part<N> {
  of: N
  purchases: readonly Purchase[]
}

/**
 * The parts of a sum that may be told where the sum is known: each a crowd, and what is left of the sum nothing or a
 * crowd. The smallest are held back until it is.
 */
const tellable = <N>(parts: readonly Part<N>[], lists: Lists): readonly Part<N>[] => {
  const party = partiesOf(lists)
  const size = ({ purchases }: Part<N>) => new Set(purchases.map(({ buyerId }) => party(buyerId))).size
  const told = parts
    .filter(({ of, purchases }) => of !== NOWHERE && isCrowd(purchases, lists))
    .toSorted((a, b) => size(b) - size(a))
  const rest = () => parts.filter(part => !told.includes(part)).flatMap(({ purchases }) => purchases)
  while (told.length > 0 && rest().length > 0 && !isCrowd(rest(), lists)) told.pop()
  return told
}

/** Of purchases whose requirement names no area. */
const NOWHERE = ''

const partsBy = <N extends string>(
  purchases: readonly Purchase[],
  nameOf: (purchase: Purchase) => N,
): Part<N>[] => grouped(purchases, nameOf).map(([of, its]) => ({ of, purchases: its }))

/** All cells of one round: of each type, and within it of each area. */
const inRound = (round: PricedRound, purchases: readonly Purchase[]): PriceCell[] => {
  const { id: roundId, marketId, year, knownTogether: lists } = round
  const types = partsBy(purchases, ({ creditType }) => creditType)
  const told = isTold(round, purchases) ? tellable(types, lists) : []
  return types.flatMap(type => {
    const place = { creditType: type.of, year, marketId, roundId }
    const areas = partsBy(type.purchases, ({ areaId }) => areaId ?? NOWHERE)
    const toldAreas = told.includes(type) ? tellable(areas, lists) : []
    return [
      cellOf({ ...place, scope: 'round' }, type.purchases, lists, told.includes(type)),
      ...areas
        .filter(({ of }) => of !== NOWHERE)
        .map(area =>
          cellOf(
            { ...place, scope: 'area', areaId: area.of },
            area.purchases,
            lists,
            toldAreas.includes(area),
          ),
        ),
    ]
  })
}

/**
 * What units cost in settled rounds, by round, area, market and year, as far as anybody may know it. A year is told where
 * each of its rounds is, so it adds nothing to them; the cells of a round lie in each other like boxes, so all that can be
 * reckoned from what is told is what a box holds besides the told boxes in it, and that is nothing or a crowd.
 */
export const priceCells = (rounds: readonly PricedRound[], purchases: readonly Purchase[]): PriceCell[] => {
  const bought = new Map(grouped(purchases, ({ roundId }) => roundId))
  const drawn = rounds.map(round => {
    const its = bought.get(round.id) ?? []
    return { round, its, cells: inRound(round, its) }
  })
  const over = (scope: 'market' | 'year', some: typeof drawn): PriceCell[] => {
    const lists = some.flatMap(({ round }) => round.knownTogether)
    const { year = 0, marketId = null } = some[0]?.round ?? {}
    const cells = some.flatMap(one => one.cells).filter(cell => cell.scope === 'round')
    return partsBy(
      some.flatMap(({ its }) => its),
      ({ creditType }) => creditType,
    ).map(({ of: creditType, purchases: its }) =>
      cellOf(
        { scope, creditType, year, ...(scope === 'market' && { marketId }) },
        its,
        lists,
        cells.every(cell => cell.creditType !== creditType || cell.prices !== null),
      ),
    )
  }
  return [
    ...drawn.flatMap(({ cells }) => cells),
    ...grouped(drawn, ({ round }) => `${round.year} ${round.marketId}`).flatMap(([, some]) =>
      over('market', some),
    ),
    ...grouped(drawn, ({ round }) => `${round.year}`).flatMap(([, some]) => over('year', some)),
  ]
}
