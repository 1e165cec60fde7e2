import { type Html, html, type HtmlPart, trustedHtml } from './html.ts'

/** Column of a table of a public page; the first one names its row. */
export interface TableColumn<R> {
  title: string
  isNumber?: true
  cell: (row: R) => HtmlPart
}

const NUMBER = trustedHtml('class="is-number"')

const DECIMALS = /^-?[\d,]+\.(\d+)$/

const decimalsOf = (part: HtmlPart): number =>
  (typeof part === 'string' && DECIMALS.exec(part)?.[1]?.length) || 0

/**
 * Aligns the numbers of a column to as many decimals as the longest has, so that they can be compared by eye.
 */
const aligned = (parts: readonly HtmlPart[]): HtmlPart[] => {
  const most = Math.max(0, ...parts.map(decimalsOf))
  return parts.map(part =>
    typeof part === 'string' && decimalsOf(part) > 0
      ? part.padEnd(part.length + most - decimalsOf(part), '0')
      : part,
  )
}

/**
 * Table that scrolls by itself if it is wider than the page, also by keyboard; on a phone the rows of a list
 * are cards.
 */
export const htmlTable = <R>(
  label: string,
  columns: readonly TableColumn<R>[],
  rows: readonly R[],
  { caption, sums, isList }: { caption?: HtmlPart; sums?: readonly HtmlPart[]; isList?: true } = {},
): Html => {
  const drawn = columns.map(({ isNumber, cell }, at) => {
    const parts = [...rows.map(cell), ...(sums ? [sums[at]] : [])]
    return isNumber ? aligned(parts) : parts
  })
  const cells = (nth: number): Html[] =>
    columns.map(({ title, isNumber }, at) =>
      at === 0
        ? html`<th scope="row">${drawn[at]?.[nth]}</th>`
        : html`<td ${isNumber && NUMBER} ${isList && html`data-label="${title}"`}>${drawn[at]?.[nth]}</td>`,
    )
  return html`<div class="table-scroll" role="region" aria-label="${label}" tabindex="0">
    <table class="table ${isList && 'table-cards'}">
      ${
        caption &&
        html`<caption>
          ${caption}
        </caption>`
      }
      <thead>
        <tr>
          ${columns.map(({ title, isNumber }) => html`<th scope="col" ${isNumber && NUMBER}>${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (_, nth) =>
            html`<tr>
              ${cells(nth)}
            </tr>`,
        )}
      </tbody>
      ${
        sums &&
        html`<tfoot>
          <tr>
            ${sums.map((_, at) =>
              at === 0
                ? html`<th scope="row">${drawn[at]?.at(-1)}</th>`
                : html`<td ${columns[at]?.isNumber && NUMBER}>${drawn[at]?.at(-1)}</td>`,
            )}
          </tr>
        </tfoot>`
      }
    </table>
  </div>`
}

/** Facts about a record, by name; missing ones are left out. */
export const factsList = (facts: readonly (readonly [name: string, value: HtmlPart])[]): Html =>
  html`<dl class="facts">
    ${facts
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
  </dl>`
