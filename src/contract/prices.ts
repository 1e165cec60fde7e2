import { z } from 'zod'
import { CREDIT_TYPES } from '#domain/credit-type'
import { CELL_SCOPES } from '#domain/price-cells'
import { endpoint, media } from './endpoint.ts'
import { creditType, day, id, instant, maybeNamed, money, units } from './values.ts'

const pricesPerUnit = z
  .object({
    median: money,
    lower: money
      .nullable()
      .meta({ description: 'A quarter of the parties paid less; null where too few bought' }),
    upper: money
      .nullable()
      .meta({ description: 'A quarter of the parties paid more; null where too few bought' }),
  })
  .meta({ id: 'PricesPerUnit' })

/** What units of one type cost in one area of a round, one round, a year of a market, or a year. */
const priceCell = z
  .object({
    scope: z.enum(CELL_SCOPES),
    creditType,
    year: z.int().meta({ description: 'In which the round was settled' }),
    market: maybeNamed,
    round: maybeNamed,
    area: maybeNamed,
    settledAt: instant.nullable(),
    units: units.meta({ description: 'What the requirements that won took, by the day each needs them' }),
    buyers: z
      .int()
      .nullable()
      .meta({ description: 'Independent parties that bought; null where prices are not told' }),
    sellers: z
      .int()
      .nullable()
      .meta({ description: 'Independent parties that sold; null where prices are not told' }),
    price: pricesPerUnit.nullable().meta({
      description: 'What buyers paid per unit, rounded; null where a single amount could follow from it',
    }),
    surplus: money.nullable().meta({
      description:
        'Of the rounds it comes from, all their types together; null of areas, and where it is not told',
    }),
  })
  .meta({ id: 'PriceCell' })
export type PriceCellView = z.infer<typeof priceCell>

const prices = z.object({ on: day, cells: z.array(priceCell) }).meta({ id: 'Prices' })
export type PricesView = z.infer<typeof prices>

/** What the cells are narrowed down by: each is as it is without that. */
export const pricesQuery = z.object({
  type: z.enum(CREDIT_TYPES).optional(),
  scope: z.enum(CELL_SCOPES).optional(),
  market: id.optional(),
  round: id.optional(),
  area: id.optional(),
  year: z.int().min(1000).max(9999).optional(),
})
export type PricesQuery = z.infer<typeof pricesQuery>

/** The cells that a query asks for; where nothing is asked, all. */
export const cellsFor = (
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
  tag: 'Without signing in',
  summary: 'What units cost in settled rounds, by round, area, type and year, as far as anybody may know it',
  access: 'anyone',
  kept: 'moment',
  query: pricesQuery.extend({ format: z.enum(['csv']).optional() }),
  answers: { 200: media({ 'application/json': prices, 'text/csv': z.string() }) },
})
