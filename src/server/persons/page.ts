import { escapeHtml } from '#front/html'
import type { PersonExport, PersonExportSection } from './export.ts'

const STYLE =
  'body{font:16px/1.5 sans-serif;margin:2rem;max-width:70rem}table{border-collapse:collapse;display:block;overflow-x:auto}' +
  'th,td{border:1px solid #999;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}'

const told = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const tableOf = ({ title, rows }: PersonExportSection): string => {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  const cells = (tag: string, values: readonly unknown[]) =>
    `<tr>${values.map(value => `<${tag}>${escapeHtml(told(value))}</${tag}>`).join('')}</tr>`
  return [
    `<h2>${escapeHtml(title)} (${rows.length})</h2><table>`,
    cells('th', columns),
    ...rows.map(row =>
      cells(
        'td',
        columns.map(column => row[column]),
      ),
    ),
    '</table>',
  ].join('\n')
}

/** The data of a person as a page for any browser. */
export const renderPersonPage = ({ of, at, sections }: PersonExport): string => {
  const title = escapeHtml(`Data that the market holds about ${of}`)
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head><body>`,
    `<h1>${title}</h1><p>As of ${escapeHtml(at)} (UTC). The file person.json contains the same data. Passwords, codes and keys are left out; the`,
    'content of uploaded documents is in the documents.</p>',
    ...sections.map(tableOf),
    '</body></html>',
  ].join('\n')
}
