import { METRIC_LAYOUTS, type MetricEdition, type SheetLayout } from '#domain/workbook/layouts'
import { createZip } from '../http/zip-of.ts'

/** The content of a cell: a number, a text, or XML. */
export type CellContent = number | string | { xml: string }

/** Cells of sheets by their addresses. */
export type SheetCells = Readonly<Record<string, Readonly<Record<string, CellContent>>>>

const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A cell as Excel writes it. */
export const cellXml = (address: string, content: CellContent, style = ''): string =>
  typeof content === 'number'
    ? `<c r="${address}"${style}><v>${content}</v></c>`
    : typeof content === 'string'
      ? `<c r="${address}"${style} t="inlineStr"><is><t>${xmlText(content)}</t></is></c>`
      : content.xml

const rowOf = (address: string): number => Number(/\d+$/.exec(address)?.[0])
const columnOf = (address: string): string => (/^[A-Z]+/.exec(address)?.[0] ?? '').padStart(3)

/** The XML of a sheet with these cells, and what follows them. */
export const sheetXml = (cells: Readonly<Record<string, CellContent>>, after = ''): string => {
  const rows = new Map<number, string[]>()
  for (const address of Object.keys(cells)) {
    const row = rows.get(rowOf(address)) ?? []
    rows.set(rowOf(address), [...row, address])
  }
  const inOrder = [...rows].toSorted(([one], [other]) => one - other)
  return `<worksheet><sheetData>${inOrder
    .map(
      ([row, addresses]) =>
        `<row r="${row}">${addresses
          .toSorted((one, other) => (columnOf(one) < columnOf(other) ? -1 : 1))
          .map(address => cellXml(address, cells[address] ?? ''))
          .join('')}</row>`,
    )
    .join('')}</sheetData>${after}</worksheet>`
}

/** The documented headings of a sheet. */
const headed = ({ columns, headings }: SheetLayout): Record<string, string> =>
  Object.fromEntries(columns.map(({ letters, heading }) => [`${letters}${headings}`, heading[0] ?? '']))

const SHEET = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet'
const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'

/** The parts of a workbook with these sheets, by their paths. */
export const workbookPartsOf = (sheets: Readonly<Record<string, string>>): Record<string, string> => {
  const names = Object.keys(sheets)
  return {
    '[Content_Types].xml': `<Types><Override PartName="/xl/workbook.xml" ContentType="${MAIN}"/></Types>`,
    'xl/workbook.xml': `<workbook><sheets>${names
      .map((name, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map(
        (_, at) => `<Relationship Id="rId${at + 1}" Type="${SHEET}" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    ...Object.fromEntries(names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheets[name] ?? ''])),
  }
}

/** Parts packed as a workbook. */
export const packWorkbook = (parts: Readonly<Record<string, string | Buffer>>): Buffer =>
  createZip(Object.entries(parts).map(([name, content]) => ({ name, content, isDeflated: true })))

/** The text of the sheet `Start` that names the edition. */
const SAID: Record<MetricEdition, CellContent> = {
  '4.0': 4,
  '4.1': 4.0999999999999996,
  statutory: 'Statutory biodiversity metric',
}

/** The sheets of a metric workbook of an edition with the documented headings, filled in. */
export const createMetricSheets = (edition: MetricEdition, filled: SheetCells): Record<string, string> => ({
  Start: sheetXml({ D8: SAID[edition], ...filled.Start }),
  ...Object.fromEntries(
    METRIC_LAYOUTS[edition].map(layout => [
      layout.name,
      sheetXml({ ...headed(layout), ...filled[layout.name] }),
    ]),
  ),
})

/** A metric workbook of an edition. */
export const createMetricWorkbook = (edition: MetricEdition, filled: SheetCells): Buffer =>
  packWorkbook(workbookPartsOf(createMetricSheets(edition, filled)))
