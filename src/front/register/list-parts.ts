import { withQuery, type QueryParameters } from '#contract/kit/endpoint'
import { DOWNLOAD_FORMATS } from '#contract/public/public-register'
import type { IdAndName } from '#contract/kit/values'
import type { Day } from '@credit-market/values/dates'
import { type Html, html, trustedHtml } from '../html.ts'

/** Query of a list, as in its address. */
export type RegisterQuery = QueryParameters & {
  on?: Day | undefined
  q?: string | undefined
  sort?: string | undefined
}

/** Filter of a list with its choices. */
export interface RegisterFilter {
  name: string
  label: string
  options: readonly IdAndName[]
}

const SELECTED = trustedHtml('selected')

const selectOf = (
  name: string,
  label: string,
  options: readonly IdAndName[],
  chosen: unknown,
  none: string,
): Html => {
  const values = [chosen ?? []].flat().map(String)
  return html`<label
    >${label}
    <select class="input" name="${name}">
      <option value="">${none}</option>
      ${options.map(({ id, name: text }) => html`<option value="${id}" ${values.includes(id) && SELECTED}>${text}</option>`)}
    </select></label
  >`
}

const dayField = (on: Day): Html =>
  html`<label>As at <input class="input" type="date" name="on" value="${on}" /></label>`

/** Parameters of an address without the position in the list. */
const narrowing = (asked: RegisterQuery): RegisterQuery =>
  Object.fromEntries(
    Object.entries(asked).filter(
      ([word, value]) => value !== undefined && word !== 'cursor' && word !== 'limit',
    ),
  )

/** Form with filters, order and date of a list; it needs no script. */
export const filterForm = (
  path: string,
  asked: RegisterQuery,
  { choices, sorts, on }: { choices: readonly RegisterFilter[]; sorts: readonly IdAndName[]; on: Day },
): Html => {
  const shown = choices.filter(({ options }) => options.length > 0)
  const names = [...shown.map(({ name }) => name), 'sort', 'on']
  const others = Object.entries(narrowing(asked)).filter(([name]) => !names.includes(name))
  const isNarrowed = Object.keys(narrowing(asked)).length > 0
  const isList = sorts.length > 0
  return html`<details class="narrow" ${(isNarrowed || !isList) && trustedHtml('open')}>
    <summary>${isList ? 'Filter, sort or choose a date' : 'Choose a date or a round'}</summary>
    <form class="filters" action="${path}" method="get">
      ${others.flatMap(([name, values]) =>
        [values].flat().map(value => html`<input type="hidden" name="${name}" value="${String(value)}" />`),
      )}
      ${shown.map(({ name, label, options }) => selectOf(name, label, options, asked[name], 'All'))}
      ${isList && selectOf('sort', 'Sort by', sorts, asked.sort, 'Default')} ${dayField(on)}
      <button class="button button-primary" type="submit">Show</button>
      ${isNarrowed && html`<a class="button button-plain" href="${path}">Show all</a>`}
    </form>
  </details>`
}

/** Form for the date of a page's figures. */
export const dateForm = (path: string, on: Day): Html =>
  html`<form class="filters" action="${path}" method="get">
    ${dayField(on)}
    <button class="button button-plain" type="submit">Show this date</button>
  </form>`

/** Links to the first and the next page of a list. */
export const pageLinks = (path: string, asked: RegisterQuery, next: string | null): Html | null => {
  const { cursor } = asked
  if (next === null && cursor === undefined) return null
  return html`<nav class="register-pages" aria-label="Pages">
    ${cursor !== undefined && html`<a href="${withQuery(path, narrowing(asked))}">First page</a>`}
    ${next !== null && html`<a href="${withQuery(path, { ...narrowing(asked), cursor: next })}">Next page</a>`}
  </nav>`
}

const FORMATS: Record<(typeof DOWNLOAD_FORMATS)[number], string> = {
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
  geojson: 'GeoJSON',
  gpkg: 'GeoPackage',
}

/** Links to downloads of everything that a list selects, in each format. */
export const downloadLinks = (
  of: 'projects' | 'requirements' | 'credits' | 'balance',
  asked: RegisterQuery,
  what: string,
): Html => {
  const { sort: _, ...words } = narrowing(asked)
  return html`<div class="downloads">
    <h2 class="downloads-title">Download ${what}</h2>
    <ul class="downloads-list">
      ${DOWNLOAD_FORMATS.map(
        format =>
          html`<li>
            <a href="${withQuery(`/api/public/registry/${of}/download`, { ...words, format })}"
              >${FORMATS[format]}</a
            >
          </li>`,
      )}
    </ul>
    <p class="small quiet measure">
      The figures in the files add up to the totals on this page. GeoJSON and GeoPackage files show the place
      of an entry if its owner allows it. They show areas as codes.
    </p>
  </div>`
}
