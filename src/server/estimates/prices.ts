import type { EstimatedPriceView, EstimatePlace } from '#contract/public/estimates'
import type { PublicRound } from '#contract/public/public'
import type { PriceCellView } from '#contract/round/prices'
import { estimatePrice, type PublishedPrice } from '#domain/prices/price-estimate'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import {
  type EstimateAreas,
  type RoundReach,
  roundTradesAtPlace,
  tradingAreaIds,
} from '#domain/project/saved-estimate'
import { type Day, englishDayOf } from '@credit-market/values/dates'
import { penceOf, poundsOf } from '@credit-market/values/money'

/** A published price, with the cell that publishes it. */
interface CellPrice extends PublishedPrice {
  cell: PriceCellView
}

/** Prices of rounds and their areas, as far as they are published. */
const cellPrices = (cells: readonly PriceCellView[]): CellPrice[] =>
  cells.flatMap(cell => {
    const { creditType, round, market, area, settledAt, price } = cell
    if (!round || !market || settledAt === null || price === null) return []
    return [
      {
        cell,
        creditType,
        roundId: round.id,
        marketId: market.id,
        areaId: area?.id ?? null,
        settledOn: englishDayOf(settledAt),
        median: penceOf(price.median),
        middleHalf:
          price.lower === null || price.upper === null ? null : [penceOf(price.lower), penceOf(price.upper)],
      },
    ]
  })

/** The place of an estimate, as ids of areas. */
export const areasOfPlace = ({ lpa, nca, subcatchments }: EstimatePlace): EstimateAreas => ({
  lpaId: lpa?.id ?? null,
  ncaId: nca?.id ?? null,
  subcatchmentIds: subcatchments.map(({ id }) => id),
})

const reachOf = ({ services, lpas, ncas, subcatchments }: PublicRound): RoundReach => {
  const ids = (areas: readonly { id: string }[]) => areas.map(({ id }) => id)
  return { services, lpaIds: ids(lpas), ncaIds: ids(ncas), subcatchmentIds: ids(subcatchments) }
}

/** Says whether a published round trades credits of a type at a place. */
export const tradesAtPlace = (round: PublicRound, type: CreditType, place: EstimatePlace): boolean =>
  roundTradesAtPlace(reachOf(round), type, areasOfPlace(place))

/** Rounds under way or announced that trade one of these credit types at a place. */
export const comingRoundsAtPlace = (
  rounds: readonly PublicRound[],
  types: readonly CreditType[],
  place: EstimatePlace,
): PublicRound[] =>
  rounds.filter(round => round.status !== 'Settled' && types.some(type => tradesAtPlace(round, type, place)))

/** The estimated price per unit of a credit type at a place, in pounds; null if no price of the type is published. */
export const estimatePriceAtPlace = (
  cells: readonly PriceCellView[],
  rounds: readonly PublicRound[],
  { creditType, place, on }: { creditType: CreditType; place: EstimatePlace; on: Day },
): EstimatedPriceView | null => {
  const marketIds = rounds
    .filter(round => tradesAtPlace(round, creditType, place))
    .map(({ marketId }) => marketId)
  const areas = { areaIds: tradingAreaIds(creditType, areasOfPlace(place)), marketIds }
  const estimate = estimatePrice(cellPrices(cells), creditType, areas, on)
  if (!estimate) return null
  const { cell } = estimate.from
  const { market, round, area, buyers, sellers } = cell
  return {
    low: poundsOf(estimate.low),
    likely: poundsOf(estimate.likely),
    high: poundsOf(estimate.high),
    quartiles:
      cell.price?.lower == null || cell.price.upper === null
        ? null
        : { lower: cell.price.lower, upper: cell.price.upper },
    ...{ reach: estimate.reach, market, round, area, settledOn: estimate.from.settledOn, buyers, sellers },
  }
}
