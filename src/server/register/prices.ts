import { type Kysely, sql } from 'kysely'
import type { PriceCellView, PricesView } from '#contract/round/prices'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { type Day, englishDayOf } from '@credit-market/values/dates'
import { mayReadMatchSum } from '#domain/disclosure/disclosure'
import type { DownloadCell } from '#domain/match/match-files'
import { type Pence, poundsOf } from '@credit-market/values/money'
import {
  PRICE_CELL_SCOPES,
  type PriceCell,
  calculatePriceCells,
  type SettledPurchase,
} from '#domain/prices/price-cells'
import { unitsToNumber } from '@credit-market/values/units'
import type { Database } from '../store/tables/tables.ts'
import { type SettledRound, listSettledRounds } from '../store/settled-prices.ts'
import { poundsOrNull } from '../views/kit/amounts.ts'
import { readCachedSum } from '../views/listing/summed.ts'
import { requireName, readNamesByKind } from '../views/kit/names.ts'

/** Purchases of all settled rounds; cached until a round changes. */
const purchasesIn = (db: Kysely<Database>): Promise<readonly SettledPurchase[]> =>
  readCachedSum(
    db,
    sql<SettledPurchase>`select round_id as "roundId", credit_type as "creditType", area_id as "areaId", buyer_id as "buyerId",
      supplier_ids as "supplierIds", units, payment
      from settled_purchase where exists (select from round where round.id = round_id and status = 'Settled')`,
    rows => rows,
  )

/** Total surplus of some rounds, if each publishes its own; else null. */
const surplusOf = (rounds: readonly SettledRound[]): Pence | null => {
  let sum = 0
  for (const round of rounds) {
    if (round.surplus === null || !mayReadMatchSum('surplus', null, 'Settled', round)) return null
    sum += round.surplus
  }
  return sum
}

/** Prices of units in settled rounds, newest first, as far as they are public. */
export const readPublicPrices = async (db: Kysely<Database>, on: Day): Promise<PricesView> => {
  const rounds = await listSettledRounds(db)
  const purchases = await purchasesIn(db)
  const all = calculatePriceCells(rounds, purchases)
  const names = await readNamesByKind(db, {
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
      market: marketId === null ? null : requireName(names.market, marketId),
      round: roundId === null ? null : requireName(names.round, roundId),
      area: areaId === null ? null : requireName(area, areaId),
      settledAt: roundId === null ? null : (its[0]?.settledAt ?? null),
      units: unitsToNumber(units),
      buyers: prices?.buyers ?? null,
      sellers: prices?.sellers ?? null,
      price: prices && {
        median: poundsOf(prices.median),
        lower: poundsOrNull(prices.middleHalf?.[0] ?? null),
        upper: poundsOrNull(prices.middleHalf?.[1] ?? null),
      },
      surplus: scope === 'area' ? null : poundsOrNull(surplusOf(its)),
    }
  }
  return { on, cells: all.map(shown).toSorted(inOrder) }
}

/** Sorts by year (newest first), then the widest area, then type and name. */
const inOrder = (a: PriceCellView, b: PriceCellView): number =>
  b.year - a.year ||
  PRICE_CELL_SCOPES.indexOf(b.scope) - PRICE_CELL_SCOPES.indexOf(a.scope) ||
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
  ...[
    'Scope',
    'Year',
    'Market',
    'Round',
    'Settled on',
    'Area',
    'Credit type',
    'Units',
    'Buyers',
    'Suppliers',
  ],
  ...[
    'Median price per unit (GBP)',
    'Lower quartile (GBP)',
    'Upper quartile (GBP)',
    'Surplus of the rounds (GBP)',
  ],
]

/** Published prices as a table to download; suppressed values are empty. */
export const publicPriceTableRows = (cells: readonly PriceCellView[]): DownloadCell[][] => [
  TITLES,
  ...cells.map(cell => [
    ...[SCOPE_LABELS[cell.scope], cell.year, cell.market?.name ?? '', cell.round?.name ?? ''],
    ...[cell.settledAt ? englishDayOf(cell.settledAt) : '', cell.area?.name ?? ''],
    ...[CREDIT_TYPE_LABELS[cell.creditType], cell.units, cell.buyers ?? '', cell.sellers ?? ''],
    ...[cell.price?.median ?? '', cell.price?.lower ?? '', cell.price?.upper ?? '', cell.surplus ?? ''],
  ]),
]
