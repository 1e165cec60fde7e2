import type { CreditType } from '@credit-market/matching/problem/credit-type'
import {
  type MatchSumParticipants,
  MIN_PARTIES_PER_SIDE,
  mayReadMatchSum,
  mapToParties,
  hasEnoughParties,
} from '../disclosure/disclosure.ts'
import { groupBy } from '../values/grouped.ts'
import type { Pence } from '@credit-market/values/money'
import { pricePerUnit } from './price.ts'
import type { Units } from '@credit-market/values/units'

/** Units of one requirement that won in a settled round, and the payment for them. */
export interface SettledPurchase {
  roundId: string
  creditType: CreditType
  /** Planning authority for biodiversity, nutrient subcatchment for nutrients. */
  areaId: string | null
  buyerId: string
  /** Suppliers of its units. */
  supplierIds: readonly string[]
  units: Units
  payment: Pence
}

/** A settled round, and the parties behind its sums. */
export interface SettledPriceRound extends MatchSumParticipants {
  id: string
  marketId: string
  /** Calendar year of its settlement. */
  year: number
}

/** Scopes of cells, each inside the next: one area in a round, a round, a market's year, a year. */
export const PRICE_CELL_SCOPES = ['area', 'round', 'market', 'year'] as const
export type PriceCellScope = (typeof PRICE_CELL_SCOPES)[number]

/** Prices that buyers paid per unit of one type, one price for each party; rounded, in pence. */
interface CellPrices {
  /** Number of independent parties that bought, and that sold. */
  buyers: number
  sellers: number
  median: Pence
  /** Interquartile range over the parties; null if too few bought. */
  middleHalf: readonly [low: Pence, high: Pence] | null
}

export interface PriceCell {
  scope: PriceCellScope
  creditType: CreditType
  year: number
  marketId: string | null
  roundId: string | null
  areaId: string | null
  units: Units
  /** Null if a single amount could be derived (decision 0088). */
  prices: CellPrices | null
}

/** Published prices of one unit, in pence, and the round in which they were paid. */
export interface PriceRange {
  low: Pence
  high: Pence
  round: string
}

/** Parties that must have bought before quartiles are published: at least two are beyond each quartile, so neither is an extreme. */
export const MIN_QUARTILE_PARTIES = 2 * MIN_PARTIES_PER_SIDE

/** Relative precision of published figures. */
const COARSENESS = 0.05

const STEPS = [1, 2, 5]

/** Rounds a price to the nearest 1, 2 or 5 times a power of ten pence that is at least a twentieth of the price. */
export const roundOffPrice = (price: Pence): Pence => {
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

type Lists = MatchSumParticipants['knownTogether']

const behindOf = (purchases: readonly SettledPurchase[], knownTogether: Lists): MatchSumParticipants => ({
  organisations: [
    ...purchases.map(({ buyerId }) => ({ organisationId: buyerId, payment: 1 })),
    ...purchases.flatMap(({ supplierIds }) =>
      supplierIds.map(organisationId => ({ organisationId, payment: -1 })),
    ),
  ],
  knownTogether,
})

const isCrowd = (purchases: readonly SettledPurchase[], knownTogether: Lists): boolean =>
  mayReadMatchSum('prices', null, 'Settled', behindOf(purchases, knownTogether))

/**
 * Prices of a round are published only if its own sums are, and no party both bought and sold: otherwise the sum of purchases and
 * the sum of payments, after that party's two sides are offset, would differ only by its amounts.
 */
const isTold = (round: SettledPriceRound, purchases: readonly SettledPurchase[]): boolean => {
  const party = mapToParties(round.knownTogether)
  const sellers = new Set(purchases.flatMap(({ supplierIds }) => supplierIds.map(party)))
  return hasEnoughParties(round) && !purchases.some(({ buyerId }) => sellers.has(party(buyerId)))
}

const pricesOf = (purchases: readonly SettledPurchase[], knownTogether: Lists): CellPrices => {
  const party = mapToParties(knownTogether)
  const prices = groupBy(purchases, ({ buyerId }) => party(buyerId))
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
    median: roundOffPrice(middleOf(prices)),
    middleHalf:
      prices.length < MIN_QUARTILE_PARTIES
        ? null
        : [
            roundOffPrice(middleOf(prices.slice(0, half))),
            roundOffPrice(middleOf(prices.slice(prices.length - half))),
          ],
  }
}

type Place = Pick<PriceCell, 'scope' | 'creditType' | 'year'> & Partial<PriceCell>

const cellOf = (
  place: Place,
  purchases: readonly SettledPurchase[],
  lists: Lists,
  isShown: boolean,
): PriceCell => ({
  ...{ marketId: null, roundId: null, areaId: null },
  ...place,
  units: purchases.reduce((sum, { units }) => sum + units, 0),
  prices: isShown ? pricesOf(purchases, lists) : null,
})

/** Purchases of one area, or of one type. */
interface Part<N> {
  of: N
  purchases: readonly SettledPurchase[]
}

/**
 * Parts of a published sum that may be published too: each part has a crowd behind it, and the rest of the sum is zero or has a
 * crowd too. The smallest parts are suppressed until this is true.
 */
const tellable = <N>(parts: readonly Part<N>[], lists: Lists): readonly Part<N>[] => {
  const party = mapToParties(lists)
  const size = ({ purchases }: Part<N>) => new Set(purchases.map(({ buyerId }) => party(buyerId))).size
  const told = parts
    .filter(({ of, purchases }) => of !== NOWHERE && isCrowd(purchases, lists))
    .toSorted((a, b) => size(b) - size(a))
  const rest = () => parts.filter(part => !told.includes(part)).flatMap(({ purchases }) => purchases)
  while (told.length > 0 && rest().length > 0 && !isCrowd(rest(), lists)) told.pop()
  return told
}

/** Area of purchases whose requirement names none. */
const NOWHERE = ''

const partsBy = <N extends string>(
  purchases: readonly SettledPurchase[],
  nameOf: (purchase: SettledPurchase) => N,
): Part<N>[] => groupBy(purchases, nameOf).map(([of, its]) => ({ of, purchases: its }))

/** All cells of one round: for each type, and within it for each area. */
const inRound = (round: SettledPriceRound, purchases: readonly SettledPurchase[]): PriceCell[] => {
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
 * Prices of units in settled rounds, by round, area, market and year, as far as anyone may read them. A year is published if each
 * of its rounds is, so it adds no information. The cells of a round are nested like boxes, so readers can derive only the
 * contents of a box without its published inner boxes, which are zero or have a crowd behind them.
 */
export const calculatePriceCells = (
  rounds: readonly SettledPriceRound[],
  purchases: readonly SettledPurchase[],
): PriceCell[] => {
  const bought = new Map(groupBy(purchases, ({ roundId }) => roundId))
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
    ...groupBy(drawn, ({ round }) => `${round.year} ${round.marketId}`).flatMap(([, some]) =>
      over('market', some),
    ),
    ...groupBy(drawn, ({ round }) => `${round.year}`).flatMap(([, some]) => over('year', some)),
  ]
}
