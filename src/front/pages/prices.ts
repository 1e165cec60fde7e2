import {
  filterPriceCells,
  type PriceCellView,
  type PricesQuery,
  type PricesView,
  readPrices,
} from '#contract/round/prices'
import { LAND_DESK_PAGE, NEED_DESK_PAGE } from '#contract/public/public-pages'
import { withQuery } from '#contract/kit/endpoint'
import { CREDIT_TYPE_LABELS, UNIT_NAMES } from '#domain/values/credit-type'
import { CREDIT_TYPES, type CreditType } from '@credit-market/matching/problem/credit-type'
import { type Day, showDay, showLongDay } from '@credit-market/values/dates'
import { MIN_PARTIES_PER_SIDE } from '#domain/disclosure/disclosure'
import { MIN_QUARTILE_PARTIES } from '#domain/prices/price-cells'
import { type Html, html, trustedHtml } from '../html.ts'
import type { PublicPage } from '../layout.ts'
import {
  approximatePrice,
  interquartileRangeText,
  roundName,
  roundsTable,
  yearsTable,
} from '../price-tables.ts'
import { priceChart } from '../price-chart.ts'

/** Unit in a price, singular: "per kg of nitrogen a year". */
const perUnit = (type: CreditType): string =>
  type === 'Biodiversity' ? 'per biodiversity unit' : `per ${UNIT_NAMES[type]}`

const selectOf = (
  name: string,
  label: string,
  all: string,
  options: readonly (readonly [value: string, label: string])[],
  chosen: string | undefined,
): Html =>
  html`<label>
    ${label}
    <select class="input" name="${name}">
      <option value="">${all}</option>
      ${options.map(
        ([value, text]) =>
          html`<option value="${value}" ${value === chosen && trustedHtml('selected')}>${text}</option>`,
      )}
    </select>
  </label>`

const namesIn = (cells: readonly PriceCellView[], of: 'market' | 'area'): (readonly [string, string])[] => {
  const found = new Map(
    cells.flatMap(cell => {
      const named = cell[of]
      return named ? [[named.id, named.name] as const] : []
    }),
  )
  return [...found].toSorted(([, a], [, b]) => a.localeCompare(b, 'en-GB'))
}

const filters = (cells: readonly PriceCellView[], asked: PricesQuery, on: Day): Html => {
  // Last year is requested most, so it is offered even if nothing was settled in it.
  const all = [Number(on.slice(0, 4)) - 1, ...cells.map(({ year }) => year)]
  const years = [...new Set(all)].toSorted((a, b) => b - a).map(year => [`${year}`, `${year}`] as const)
  const types = CREDIT_TYPES.map(type => [type, CREDIT_TYPE_LABELS[type]] as const)
  const isFiltered = Object.keys(asked).length > 0
  return html`<details class="narrow" ${isFiltered && trustedHtml('open')}>
    <summary>Filter by credits, market, area or year</summary>
    <form class="filters" method="get" action="/prices">
      ${selectOf('type', 'Credits', 'All', types, asked.type)}
      ${selectOf('market', 'Market', 'All', namesIn(cells, 'market'), asked.market)}
      ${selectOf('area', 'Area', 'All', namesIn(cells, 'area'), asked.area)}
      ${asked.round && html`<input type="hidden" name="round" value="${asked.round}" />`}
      ${selectOf('year', 'Year', 'All', years, asked.year === undefined ? undefined : `${asked.year}`)}
      <button class="button button-primary" type="submit">Show</button>
      ${isFiltered && html`<a class="button button-plain" href="/prices">All prices</a>`}
    </form>
  </details>`
}

/** Newest published price of a type, of the narrowest scope requested. */
const newestOf = (cells: readonly PriceCellView[], type: CreditType): PriceCellView | undefined => {
  const told = cells.filter(cell => cell.creditType === type && cell.price)
  return told.find(({ scope }) => scope === 'round') ?? told[0]
}

const headline = (cells: readonly PriceCellView[], type: CreditType, on: Day): Html => {
  const cell = newestOf(cells, type)
  if (!cell?.price)
    return html`<li class="card">
      <h3>${CREDIT_TYPE_LABELS[type]}</h3>
      <p>Too few sales to show a price.</p>
    </li>`
  const half = interquartileRangeText(cell)
  const years = Number(on.slice(0, 4)) - cell.year
  return html`<li class="card">
    <h3>${CREDIT_TYPE_LABELS[type]}</h3>
    <p class="price-now">${approximatePrice(cell.price.median)}</p>
    <p>${perUnit(type)}</p>
    <p class="small-note">
      ${half && html`Half of the buyers paid ${half}. `}
      ${
        cell.scope === 'round' || cell.scope === 'area'
          ? html`${[roundName(cell), cell.area?.name].filter(Boolean).join(', ')}, settled on
            ${showDay(cell.settledAt ?? '')}${years === 1 && ', last year'}.`
          : html`${[cell.market?.name ?? 'All markets', cell.year].join(', ')}.`
      }
    </p>
  </li>`
}

const typesIn = (cells: readonly PriceCellView[]): CreditType[] =>
  CREDIT_TYPES.filter(type => cells.some(({ creditType }) => creditType === type))

const headlines = (cells: readonly PriceCellView[], on: Day): Html =>
  html`<ul class="cards" role="list">
    ${typesIn(cells).map(type => headline(cells, type, on))}
  </ul>`

const MOST_MARKS = 6

const chartOf = (cells: readonly PriceCellView[], type: CreditType): Html | false => {
  const marks = cells
    .filter(({ scope, creditType }) => scope === 'round' && creditType === type)
    .slice(0, MOST_MARKS)
    .toReversed()
    .map(({ price, settledAt }) => ({ label: showDay(settledAt ?? '').slice(-8), price }))
  if (!marks.some(({ price }) => price)) return false
  const title = `${CREDIT_TYPE_LABELS[type]}: median price ${perUnit(type)}, round by round`
  return html`<figure class="card">
    ${priceChart(`${title}. The table below has the same figures.`, marks)}
    <figcaption class="small-note">${title}. Half of the buyers paid a price within the bar.</figcaption>
  </figure>`
}

const RULES = html`<section class="part measure reasons">
  <h2>How we calculate these figures</h2>
  <ul>
    <li>
      A price is what a buyer paid for each unit, after its share of the surplus was taken off. Organisations
      whose figures one person can see count as one party, with one price.
    </li>
    <li>
      A price is only shown if at least ${MIN_PARTIES_PER_SIDE} independent parties bought and
      ${MIN_PARTIES_PER_SIDE} sold. The same must be true of the sales that remain when you take these sales
      out of a larger figure. So no one, and no two readers together, can work out what another party paid.
    </li>
    <li>
      Prices are rounded to steps of at least 5%. The lowest and highest prices are not shown, because each
      belongs to one party. The range that half of the buyers paid is only shown if there were at least
      ${MIN_QUARTILE_PARTIES} buyers. A year is only shown if all rounds of that year are shown.
    </li>
    <li>
      Units are the units that winning requirements bought, as at the date when each needs them. You can see
      each of them in the <a href="/register/credits">register</a>. The surplus is the total for the whole
      round, for all types of credits.
    </li>
  </ul>
</section>`

/** Prices of units in settled rounds. */
export const pricesPage = ({ on, cells: all }: PricesView, asked: PricesQuery, service: Html): PublicPage => {
  const cells = filterPriceCells(all, asked)
  const types = typesIn(cells)
  const hasPrice = cells.some(({ price }) => price !== null)
  const otherYears =
    hasPrice || asked.year === undefined ? [] : filterPriceCells(all, { ...asked, year: undefined })
  const years = yearsTable(cells)
  const charts = types.flatMap(type => chartOf(cells, type) || [])
  return {
    title: 'Results and prices',
    description:
      'What biodiversity units and nitrogen and phosphorous credits cost in settled rounds, by round, area and year.',
    body: html`<h1>Results and prices</h1>
      <p class="lead measure">
        What units cost in settled rounds, as at ${showLongDay(on)}. For a place of your own, see
        <a href="${NEED_DESK_PAGE}">what credits are likely to cost</a> or
        <a href="${LAND_DESK_PAGE}">what land can earn</a>.
      </p>
      ${filters(all, asked, on)}
      ${asked.round && cells[0] && html`<p>Showing ${roundName(cells[0])} only.</p>`}
      ${
        all.length === 0
          ? html`<p>No round has been settled yet.</p>`
          : html`<section class="part">
                <h2>${Object.keys(asked).length > 0 ? 'Latest prices for your filters' : 'Latest prices'}</h2>
                ${
                  cells.length === 0
                    ? html`<p>
                        ${asked.year ? `No round that sold this was settled in ${asked.year}.` : 'No round that sold this has been settled yet.'}
                      </p>`
                    : headlines(cells, on)
                }
              </section>
              ${
                otherYears.length > 0 &&
                html`<section class="part">
                  <h2>Latest prices in any year</h2>
                  ${headlines(otherYears, on)}
                </section>`
              }
              ${
                charts.length > 0 &&
                html`<section class="part">
                  <h2>Round by round</h2>
                  <div class="cards">${charts}</div>
                </section>`
              }
              ${
                cells.length > 0 &&
                html`<section class="part">
                  <h2>By round and area</h2>
                  ${roundsTable(cells, asked)}
                </section>`
              }
              ${
                years &&
                html`<section class="part">
                  <h2>By year</h2>
                  ${years}
                </section>`
              }
              <p class="part">
                <a href="${withQuery(readPrices.path, { ...asked, format: 'csv' })}">Download as CSV</a> ·
                <a href="${withQuery(readPrices.path, asked)}">JSON for programs</a>
              </p>`
      }
      ${RULES} ${service}`,
  }
}
