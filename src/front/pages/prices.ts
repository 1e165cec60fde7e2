import { cellsFor, type PriceCellView, type PricesQuery, type PricesView, readPrices } from '#contract/prices'
import { withWords } from '#contract/endpoint'
import { CREDIT_TYPE_LABELS, CREDIT_TYPES, type CreditType, UNIT_NAMES } from '#domain/credit-type'
import { type Day, showDay, showWholeDay } from '#domain/dates'
import { FEWEST_PARTIES } from '#domain/disclosure'
import { FEWEST_FOR_QUARTILES } from '#domain/price-cells'
import { type Html, html, trusted } from '../html.ts'
import type { FrontPage } from '../layout.ts'
import { about, halfOf, roundName, roundsTable, yearsTable } from '../price-tables.ts'
import { priceChart } from '../price-chart.ts'

/** What one unit is, in the singular of a price: "per kg of nitrogen a year". */
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
          html`<option value="${value}" ${value === chosen && trusted('selected')}>${text}</option>`,
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
  // Last year is asked for most, whether or not anything was settled in it.
  const all = [Number(on.slice(0, 4)) - 1, ...cells.map(({ year }) => year)]
  const years = [...new Set(all)].toSorted((a, b) => b - a).map(year => [`${year}`, `${year}`] as const)
  const types = CREDIT_TYPES.map(type => [type, CREDIT_TYPE_LABELS[type]] as const)
  return html`<form class="filters" method="get" action="/prices">
    ${selectOf('type', 'Credits', 'All', types, asked.type)}
    ${selectOf('market', 'Market', 'All', namesIn(cells, 'market'), asked.market)}
    ${selectOf('area', 'Area', 'All', namesIn(cells, 'area'), asked.area)}
    ${asked.round && html`<input type="hidden" name="round" value="${asked.round}" />`}
    ${selectOf('year', 'Year', 'All', years, asked.year === undefined ? undefined : `${asked.year}`)}
    <button class="button" type="submit">Show</button>
    ${Object.keys(asked).length > 0 && html`<a class="button button-plain" href="/prices">All prices</a>`}
  </form>`
}

/** The newest price of a type that is told: of the narrowest that was asked for. */
const newestOf = (cells: readonly PriceCellView[], type: CreditType): PriceCellView | undefined => {
  const told = cells.filter(cell => cell.creditType === type && cell.price)
  return told.find(({ scope }) => scope === 'round') ?? told[0]
}

const headline = (cells: readonly PriceCellView[], type: CreditType, on: Day): Html => {
  const cell = newestOf(cells, type)
  if (!cell?.price)
    return html`<li class="card">
      <h3>${CREDIT_TYPE_LABELS[type]}</h3>
      <p>No price is told: too few parties took part.</p>
    </li>`
  const half = halfOf(cell)
  const years = Number(on.slice(0, 4)) - cell.year
  return html`<li class="card">
    <h3>${CREDIT_TYPE_LABELS[type]}</h3>
    <p class="price-now">${about(cell.price.median)}</p>
    <p>${perUnit(type)}</p>
    <p class="price-note">
      ${half && html`The middle half of the buyers paid ${half}. `}
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
    ${priceChart(`${title}; the table below says the same`, marks)}
    <figcaption class="chart-note">${title}. The bar is the middle half of the buyers.</figcaption>
  </figure>`
}

const RULES = html`<section class="part measure reasons">
  <h2>How these figures are made</h2>
  <ul>
    <li>
      A price is what a buyer paid, after its share of the surplus, for each unit that it took. Organisations
      that one reader knows together count as one party, with one price.
    </li>
    <li>
      Prices are told only where at least ${FEWEST_PARTIES} independent parties bought and ${FEWEST_PARTIES}
      sold, and where what is left over of a larger figure is nothing or as many again: so that nobody, and no
      two together, can work out what somebody else paid.
    </li>
    <li>
      They are rounded to a step of at least a twentieth. The cheapest and the dearest price are never told,
      since each is one party’s; the middle half is, from ${FEWEST_FOR_QUARTILES} buyers on. A year is told
      where each of its rounds is.
    </li>
    <li>
      Units are those that the requirements that won took, each by the day it needs them. They are in the
      <a href="/register/credits">register</a> one by one. The surplus is of whole rounds, with all types of
      credits.
    </li>
  </ul>
</section>`

/** What units cost in settled rounds. */
export const pricesPage = ({ on, cells: all }: PricesView, asked: PricesQuery, service: Html): FrontPage => {
  const cells = cellsFor(all, asked)
  const types = typesIn(cells)
  const hasPrice = cells.some(({ price }) => price !== null)
  const otherYears = hasPrice || asked.year === undefined ? [] : cellsFor(all, { ...asked, year: undefined })
  const years = yearsTable(cells)
  const charts = types.flatMap(type => chartOf(cells, type) || [])
  return {
    title: 'Results and prices',
    description:
      'What biodiversity units, nitrogen and phosphorous credits cost in settled rounds, by round, area and year.',
    body: html`<h1>Results and prices</h1>
      <p class="lead measure">
        What units cost in the rounds that have been settled, as at ${showWholeDay(on)}.
      </p>
      ${filters(all, asked, on)} ${asked.round && cells[0] && html`<p>Only ${roundName(cells[0])}.</p>`}
      ${
        all.length === 0
          ? html`<p>No round has been settled yet.</p>`
          : html`<section class="part">
                <h2>${Object.keys(asked).length > 0 ? 'Newest of these' : 'Newest'}</h2>
                ${
                  cells.length === 0
                    ? html`<p>
                        No round that sold this has been settled${asked.year && ` in ${asked.year}`}.
                      </p>`
                    : headlines(cells, on)
                }
              </section>
              ${
                otherYears.length > 0 &&
                html`<section class="part">
                  <h2>Newest of all years</h2>
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
                <a href="${withWords(readPrices.path, { ...asked, format: 'csv' })}">Download as CSV</a> ·
                <a href="${withWords(readPrices.path, asked)}">the same for programs</a>
              </p>`
      }
      ${RULES} ${service}`,
  }
}
