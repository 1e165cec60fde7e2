import { z } from 'zod'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { PRICE_CELL_SCOPES } from '#domain/prices/price-cells'
import { endpoint, mediaAnswer } from '../kit/endpoint.ts'
import { creditType, csvFormat, day, id, instant, nullableIdAndName, money, units } from '../kit/values.ts'

const pricesPerUnit = z
  .object({
    median: money,
    lower: money
      .nullable()
      .meta({ description: 'Lower quartile: a quarter of the parties paid less; null if too few bought' }),
    upper: money
      .nullable()
      .meta({ description: 'Upper quartile: a quarter of the parties paid more; null if too few bought' }),
  })
  .meta({ id: 'PricesPerUnit' })

/** Price per unit of one credit type: in one area of a round, in a whole round, in one market in a year, or in all markets in a year. */
const priceCell = z
  .object({
    scope: z.enum(PRICE_CELL_SCOPES),
    creditType,
    year: z.int().meta({ description: 'Year in which the round was settled' }),
    market: nullableIdAndName,
    round: nullableIdAndName,
    area: nullableIdAndName,
    settledAt: instant.nullable(),
    units: units.meta({ description: 'Units that winning requirements bought, by redemption date' }),
    buyers: z
      .int()
      .nullable()
      .meta({ description: 'Number of independent buyers; null if prices are not published' }),
    sellers: z
      .int()
      .nullable()
      .meta({ description: 'Number of independent suppliers; null if prices are not published' }),
    price: pricesPerUnit.nullable().meta({
      description: 'Price per unit, rounded; null if it could reveal a single amount',
    }),
    surplus: money.nullable().meta({
      description:
        'Surplus of the rounds, all credit types together; null for areas, and if it is not published',
    }),
  })
  .meta({ id: 'PriceCell' })
export type PriceCellView = z.infer<typeof priceCell>

const prices = z.object({ on: day, cells: z.array(priceCell) }).meta({ id: 'Prices' })
export type PricesView = z.infer<typeof prices>

/** Filters of the cells: they do not change the values. */
export const pricesQuery = z.object({
  type: z.enum(CREDIT_TYPES).optional(),
  scope: z.enum(PRICE_CELL_SCOPES).optional(),
  market: id.optional(),
  round: id.optional(),
  area: id.optional(),
  year: z.int().min(1000).max(9999).optional(),
})
export type PricesQuery = z.infer<typeof pricesQuery>

/** Cells for a query; without a query all. */
export const filterPriceCells = (
  cells: readonly PriceCellView[],
  { type, scope, market, round, area, year }: PricesQuery,
): PriceCellView[] =>
  cells.filter(
    cell =>
      (type === undefined || cell.creditType === type) &&
      (scope === undefined || cell.scope === scope) &&
      (market === undefined || cell.market?.id === market) &&
      (round === undefined || cell.round?.id === round) &&
      (area === undefined || cell.area?.id === area) &&
      (year === undefined || cell.year === year),
  )

export const readPrices = endpoint('GET /api/public/prices', {
  id: 'readPrices',
  tag: 'Public',
  summary: 'Published prices per unit in settled rounds, by round, area, type and year',
  access: 'anyone',
  kept: 'moment',
  query: pricesQuery.extend({ format: csvFormat }),
  answers: { 200: mediaAnswer({ 'application/json': prices, 'text/csv': z.string() }) },
})
