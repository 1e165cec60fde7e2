import type { PriceCellView, PricesQuery } from '#contract/prices'
import { nameWithUnits } from '#domain/credit-type'
import { showDay } from '#domain/dates'
import { penceOf, showMoney } from '#domain/money'
import { showUnits, unitsOf } from '#domain/units'
import { type Html, html } from './html.ts'

const pounds = (amount: number): string => showMoney(penceOf(amount))
/** A price that is rounded, as it stands alone. */
export const about = (amount: number): string => `about ${pounds(amount)}`

/** Between which prices the middle half of the buyers lies; nothing where that is not told. */
export const halfOf = ({ price }: PriceCellView): string =>
  price?.lower != null && price.upper !== null ? `${pounds(price.lower)} to ${pounds(price.upper)}` : ''

/** The market and the round of a cell. */
export const roundName = ({ market, round }: PriceCellView): string =>
  [market?.name, round?.name].filter(Boolean).join(', ')

const figures = (cell: PriceCellView): Html =>
  html`<td class="is-number">${showUnits(unitsOf(cell.units))}</td>
    ${
      cell.price
        ? html`<td class="is-number">${cell.buyers}</td>
            <td class="is-number">${cell.sellers}</td>
            <td class="is-number">${pounds(cell.price.median)}</td>
            <td class="is-number">${halfOf(cell) || 'too few for it'}</td>`
        : html`<td class="held-back" colspan="4">held back</td>`
    }
    <td class="is-number">${cell.surplus === null ? '' : pounds(cell.surplus)}</td>`

const HEADS = ['Units', 'Buyers', 'Sellers', 'Median price', 'Middle half', 'Surplus']

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

/** A round, and below it its areas where there are several. */
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
      <td class="settled-day">${!isPart && showDay(cell.settledAt ?? '')}</td>
      <td>${!isPart && nameWithUnits(cell.creditType)}</td>`
  }

/** Years by their markets, and all markets together where there are several. */
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
    <td>${nameWithUnits(cell.creditType)}</td>`

/** What units cost by round, and below each round by area. */
export const roundsTable = (cells: readonly PriceCellView[], asked: PricesQuery): Html =>
  table(
    'Prices per unit by round and area',
    ['Round or area', 'Settled on', 'Credits'],
    byRound(cells, asked),
    roundRow(asked),
  )

/** What units cost by year and market; nothing where no year is among the cells. */
export const yearsTable = (cells: readonly PriceCellView[]): Html | undefined => {
  const years = byYear(cells)
  return years.length === 0
    ? undefined
    : table('Prices per unit by year and market', ['Year', 'Market', 'Credits'], years, yearRow)
}
