import { type Kysely, sql } from 'kysely'
import type { PriceCellView, PricesView } from '#contract/prices'
import { CREDIT_TYPE_LABELS, CREDIT_TYPES } from '#domain/credit-type'
import { type Day, marketDayOf } from '#domain/dates'
import { mayKnowSum } from '#domain/disclosure'
import type { FileCell } from '#domain/match-files'
import { type Pence, poundsOf } from '#domain/money'
import { CELL_SCOPES, type PriceCell, priceCells, type Purchase } from '#domain/price-cells'
import { quantityOf } from '#domain/units'
import type { Database } from '../store/tables.ts'
import { type SettledRound, settledRounds } from '../store/settled-prices.ts'
import { inPounds } from './amounts.ts'
import { summed } from './lists/summed.ts'
import { named, namesIn } from './names.ts'

/** What was bought in all settled rounds; read anew when a round has changed. */
const purchasesIn = (db: Kysely<Database>): Promise<readonly Purchase[]> =>
  summed(
    db,
    sql<Purchase>`select round_id as "roundId", credit_type as "creditType", area_id as "areaId", buyer_id as "buyerId",
      supplier_ids as "supplierIds", units, payment
      from settled_purchase where exists (select from round where round.id = round_id and status = 'Settled')`,
    rows => rows,
  )

/** The surplus of some rounds together, where that of each is told. */
const surplusOf = (rounds: readonly SettledRound[]): Pence | null => {
  let sum = 0
  for (const round of rounds) {
    if (round.surplus === null || !mayKnowSum('surplus', null, 'Settled', round)) return null
    sum += round.surplus
  }
  return sum
}

/** What units cost in settled rounds, newest first, as far as anybody may know it. */
export const pricesView = async (db: Kysely<Database>, on: Day): Promise<PricesView> => {
  const rounds = await settledRounds(db)
  const purchases = await purchasesIn(db)
  const all = priceCells(rounds, purchases)
  const names = await namesIn(db, {
    market: ['market', all.map(({ marketId }) => marketId)],
    round: ['round', all.map(({ roundId }) => roundId)],
    lpa: ['lpa', all.map(({ areaId }) => areaId)],
    subcatchment: ['subcatchment', all.map(({ areaId }) => areaId)],
  })
  const trades = new Set(purchases.map(({ roundId, creditType }) => `${roundId} ${creditType}`))
  const behind = (cell: PriceCell): SettledRound[] =>
    rounds.filter(
      ({ id, marketId, year }) =>
        year === cell.year &&
        (cell.marketId === null || marketId === cell.marketId) &&
        (cell.roundId === null || id === cell.roundId) &&
        trades.has(`${id} ${cell.creditType}`),
    )
  const shown = (cell: PriceCell): PriceCellView => {
    const { scope, creditType, year, marketId, roundId, areaId, units, prices } = cell
    const its = behind(cell)
    const area = creditType === 'Biodiversity' ? names.lpa : names.subcatchment
    return {
      ...{ scope, creditType, year },
      market: marketId === null ? null : named(names.market, marketId),
      round: roundId === null ? null : named(names.round, roundId),
      area: areaId === null ? null : named(area, areaId),
      settledAt: roundId === null ? null : (its[0]?.settledAt ?? null),
      units: quantityOf(units),
      buyers: prices?.buyers ?? null,
      sellers: prices?.sellers ?? null,
      price: prices && {
        median: poundsOf(prices.median),
        lower: inPounds(prices.middleHalf?.[0] ?? null),
        upper: inPounds(prices.middleHalf?.[1] ?? null),
      },
      surplus: scope === 'area' ? null : inPounds(surplusOf(its)),
    }
  }
  return { on, cells: all.map(shown).toSorted(inOrder) }
}

/** Newest first, the widest first, then by type and name. */
const inOrder = (a: PriceCellView, b: PriceCellView): number =>
  b.year - a.year ||
  CELL_SCOPES.indexOf(b.scope) - CELL_SCOPES.indexOf(a.scope) ||
  (b.settledAt ?? '').localeCompare(a.settledAt ?? '') ||
  CREDIT_TYPES.indexOf(a.creditType) - CREDIT_TYPES.indexOf(b.creditType) ||
  nameOf(a).localeCompare(nameOf(b), 'en-GB')

const nameOf = ({ market, round, area }: PriceCellView): string =>
  [market, round, area].map(one => one?.name ?? '').join(' ')

const SCOPE_LABELS = {
  area: 'Area in a round',
  round: 'Round',
  market: 'Market and year',
  year: 'Year',
} as const

const TITLES = [
  ...['Of', 'Year', 'Market', 'Round', 'Settled on', 'Area', 'Credit type', 'Units', 'Buyers', 'Sellers'],
  ...[
    'Median price per unit (GBP)',
    'Lower quartile (GBP)',
    'Upper quartile (GBP)',
    'Surplus of the rounds (GBP)',
  ],
]

/** The same as a table to download; what is not told is empty. */
export const priceRows = (cells: readonly PriceCellView[]): FileCell[][] => [
  TITLES,
  ...cells.map(cell => [
    ...[SCOPE_LABELS[cell.scope], cell.year, cell.market?.name ?? '', cell.round?.name ?? ''],
    ...[cell.settledAt ? marketDayOf(cell.settledAt) : '', cell.area?.name ?? ''],
    ...[CREDIT_TYPE_LABELS[cell.creditType], cell.units, cell.buyers ?? '', cell.sellers ?? ''],
    ...[cell.price?.median ?? '', cell.price?.lower ?? '', cell.price?.upper ?? '', cell.surplus ?? ''],
  ]),
]
