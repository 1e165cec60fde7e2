import { type Html, html, type Part, trusted } from './html.ts'

/** One column of a table of a public page; the first of them names its row. */
export interface TableColumn<R> {
  title: string
  isNumber?: true
  cell: (row: R) => Part
}

const NUMBER = trusted('class="is-number"')

/** A table that scrolls by itself where it is wider than the page, and is reached by keys; on a phone the rows of a list are cards. */
export const tableOf = <R>(
  label: string,
  columns: readonly TableColumn<R>[],
  rows: readonly R[],
  { caption, sums, isList }: { caption?: Part; sums?: readonly Part[]; isList?: true } = {},
): Html => {
  const cells = (row: R): Html[] =>
    columns.map(({ title, isNumber, cell }, at) =>
      at === 0
        ? html`<th scope="row">${cell(row)}</th>`
        : html`<td ${isNumber && NUMBER} ${isList && html`data-label="${title}"`}>${cell(row)}</td>`,
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
          row =>
            html`<tr>
              ${cells(row)}
            </tr>`,
        )}
      </tbody>
      ${
        sums &&
        html`<tfoot>
          <tr>
            ${sums.map((sum, at) =>
              at === 0
                ? html`<th scope="row">${sum}</th>`
                : html`<td ${columns[at]?.isNumber && NUMBER}>${sum}</td>`,
            )}
          </tr>
        </tfoot>`
      }
    </table>
  </div>`
}

/** What is to be known of a thing, name by name; what is not there is left out. */
export const factsOf = (facts: readonly (readonly [name: string, value: Part])[]): Html =>
  html`<dl class="facts">
    ${facts
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
  </dl>`
