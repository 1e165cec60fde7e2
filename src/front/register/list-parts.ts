import { withWords, type Words } from '#contract/endpoint'
import { DOWNLOADS } from '#contract/public-register'
import type { Named } from '#contract/values'
import type { Day } from '#domain/dates'
import { type Html, html, trusted } from '../html.ts'

/** What may be asked of a list in its address, as it was asked. */
export type Asked = Words & { on?: Day | undefined; q?: string | undefined; sort?: string | undefined }

/** A question by which a list is narrowed down. */
export interface Choice {
  name: string
  label: string
  options: readonly Named[]
}

const SELECTED = trusted('selected')

const selectOf = (
  name: string,
  label: string,
  options: readonly Named[],
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

/** The words of an address without where in the list it is. */
const narrowing = (asked: Asked): Asked =>
  Object.fromEntries(
    Object.entries(asked).filter(
      ([word, value]) => value !== undefined && word !== 'cursor' && word !== 'limit',
    ),
  )

/** By what a list is narrowed down, in which order it is, and the day of its figures: a form that needs no script. */
export const filterForm = (
  path: string,
  asked: Asked,
  { choices, sorts, on }: { choices: readonly Choice[]; sorts: readonly Named[]; on: Day },
): Html => {
  const shown = choices.filter(({ options }) => options.length > 0)
  const names = [...shown.map(({ name }) => name), 'sort', 'on']
  const others = Object.entries(narrowing(asked)).filter(([name]) => !names.includes(name))
  const isNarrowed = Object.keys(narrowing(asked)).length > 0
  const isList = sorts.length > 0
  return html`<details class="narrow" ${(isNarrowed || !isList) && trusted('open')}>
    <summary>${isList ? 'Filter, order, or choose a day' : 'Choose a day or a round'}</summary>
    <form class="filters" action="${path}" method="get">
      ${others.flatMap(([name, values]) =>
        [values].flat().map(value => html`<input type="hidden" name="${name}" value="${String(value)}" />`),
      )}
      ${shown.map(({ name, label, options }) => selectOf(name, label, options, asked[name], 'All'))}
      ${isList && selectOf('sort', 'Order', sorts, asked.sort, 'The usual')} ${dayField(on)}
      <button class="button" type="submit">Show</button>
      ${isNarrowed && html`<a class="button button-plain" href="${path}">Show all</a>`}
    </form>
  </details>`
}

/** The day of a page's figures, to be changed. */
export const dayForm = (path: string, on: Day): Html =>
  html`<form class="filters" action="${path}" method="get">
    ${dayField(on)}
    <button class="button button-plain" type="submit">Show this day</button>
  </form>`

/** Links to the first page of a list and to the next. */
export const pagesOf = (path: string, asked: Asked, next: string | null): Html | null => {
  const { cursor } = asked
  if (next === null && cursor === undefined) return null
  return html`<nav class="register-pages" aria-label="Pages">
    ${cursor !== undefined && html`<a href="${withWords(path, narrowing(asked))}">First page</a>`}
    ${next !== null && html`<a href="${withWords(path, { ...narrowing(asked), cursor: next })}">Next page</a>`}
  </nav>`
}

const FORMATS: Record<(typeof DOWNLOADS)[number], string> = {
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
  geojson: 'GeoJSON',
  gpkg: 'GeoPackage',
}

/** Links to all that a list selects, in each format. */
export const downloadsOf = (
  of: 'projects' | 'requirements' | 'credits' | 'balance',
  asked: Asked,
  what: string,
): Html => {
  const { sort: _, ...words } = narrowing(asked)
  return html`<div class="downloads">
    <h2 class="downloads-title">Download ${what}</h2>
    <ul class="downloads-list">
      ${DOWNLOADS.map(
        format =>
          html`<li>
            <a href="${withWords(`/api/public/registry/${of}/download`, { ...words, format })}"
              >${FORMATS[format]}</a
            >
          </li>`,
      )}
    </ul>
    <p class="small quiet measure">
      The files add up to the totals on this page. In GeoJSON and GeoPackage an entry has a place on the map
      where its owner lets others know it, and names its area by code.
    </p>
  </div>`
}
