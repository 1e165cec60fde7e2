import type { PriceCellView, PricesQuery } from '#contract/round/prices'
import { creditTypeWithUnit } from '#domain/values/credit-type'
import { showDay } from '@credit-market/values/dates'
import { penceOf, showMoney } from '@credit-market/values/money'
import { showUnits, toUnits } from '@credit-market/values/units'
import { type Html, html } from './html.ts'

const pounds = (amount: number): string => showMoney(penceOf(amount))
/** Rounded price, as text. */
export const approximatePrice = (amount: number): string => `about ${pounds(amount)}`

/** Interquartile range of the prices that buyers paid, as text; empty if it is suppressed. */
export const interquartileRangeText = ({ price }: PriceCellView): string =>
  price?.lower != null && price.upper !== null ? `${pounds(price.lower)} to ${pounds(price.upper)}` : ''

/** Market and round of a cell. */
export const roundName = ({ market, round }: PriceCellView): string =>
  [market?.name, round?.name].filter(Boolean).join(', ')

const figures = (cell: PriceCellView): Html =>
  html`<td class="is-number">${showUnits(toUnits(cell.units))}</td>
    ${
      cell.price
        ? html`<td class="is-number">${cell.buyers}</td>
            <td class="is-number">${cell.sellers}</td>
            <td class="is-number">${pounds(cell.price.median)}</td>
            <td class="is-number">${interquartileRangeText(cell) || 'too few buyers to show'}</td>`
        : html`<td class="held-back" colspan="4">too few sales to show</td>`
    }
    <td class="is-number">${cell.surplus === null ? '' : pounds(cell.surplus)}</td>`

const HEADS = ['Units', 'Buyers', 'Suppliers', 'Median price', 'Half paid between', 'Surplus']

const table = (
  caption: string,
  heads: readonly string[],
  cells: readonly PriceCellView[],
  row: (cell: PriceCellView) => Html,
): Html =>
  html`<div class="table-scroll" role="region" aria-label="${caption}" tabindex="0">
    <table class="table price-table">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads.map(head => html`<th scope="col">${head}</th>`)}
          ${HEADS.map(head => html`<th scope="col" class="is-number">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${cells.map(
          cell =>
            html`<tr>
              ${row(cell)}${figures(cell)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

/** Rounds, each followed by its areas if there are several. */
const byRound = (cells: readonly PriceCellView[], asked: PricesQuery): PriceCellView[] => {
  const areas = cells.filter(({ scope }) => scope === 'area')
  const rounds = cells.filter(({ scope }) => scope === 'round')
  if (asked.area !== undefined) return areas
  return rounds.flatMap(round => {
    const its = areas.filter(
      area => area.round?.id === round.round?.id && area.creditType === round.creditType,
    )
    return [round, ...(its.length > 1 ? its : [])]
  })
}

const roundRow =
  (asked: PricesQuery) =>
  (cell: PriceCellView): Html => {
    const isPart = cell.scope === 'area' && asked.area === undefined
    return html`<th scope="row" class="${isPart ? 'is-part' : ''}">
        ${
          isPart
            ? cell.area?.name
            : html`<a href="/rounds/${cell.round?.id}">${roundName(cell)}</a>${
                  cell.area && html`: ${cell.area.name}`
                }`
        }
      </th>
      <td class="num">${!isPart && showDay(cell.settledAt ?? '')}</td>
      <td>${!isPart && creditTypeWithUnit(cell.creditType)}</td>`
  }

/** Years by market, with all markets together if there are several. */
const byYear = (cells: readonly PriceCellView[]): PriceCellView[] =>
  cells.filter(
    cell =>
      cell.scope === 'market' ||
      (cell.scope === 'year' &&
        cells.filter(
          ({ scope, year, creditType }) =>
            scope === 'market' && year === cell.year && creditType === cell.creditType,
        ).length > 1),
  )

const yearRow = (cell: PriceCellView): Html =>
  html`<th scope="row">${cell.year}</th>
    <td>${cell.market?.name ?? 'All markets'}</td>
    <td>${creditTypeWithUnit(cell.creditType)}</td>`

/** Prices by round, and within each round by area. */
export const roundsTable = (cells: readonly PriceCellView[], asked: PricesQuery): Html =>
  table(
    'Prices per unit by round and area',
    ['Round or area', 'Settled on', 'Credits'],
    byRound(cells, asked),
    roundRow(asked),
  )

/** Prices by year and market; undefined if there are no yearly prices. */
export const yearsTable = (cells: readonly PriceCellView[]): Html | undefined => {
  const years = byYear(cells)
  return years.length === 0
    ? undefined
    : table('Prices per unit by year and market', ['Year', 'Market', 'Credits'], years, yearRow)
}
