import { Readable } from 'node:stream'
import yazl from 'yazl'
import type { DownloadCell } from '#domain/match/match-files'
import { XML_DECLARATION, escapeXmlText } from '../files/xml/xml.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Parts of every workbook with one sheet; the second style is that of the headings. */
const PARTS: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
}

const LONGEST_CELL = 32_767

// Texts are typed as inline strings, so that a spreadsheet never reads one as a formula or a number.
const cellOf = (cell: DownloadCell, style: string): string => {
  if (cell === null || cell === '') return '<c/>'
  if (typeof cell === 'number') return `<c${style}><v>${cell}</v></c>`
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${escapeXmlText(cell.slice(0, LONGEST_CELL))}</t></is></c>`
}

const rowOf = (cells: readonly DownloadCell[], style: string): string =>
  `<row>${cells.map(cell => cellOf(cell, style)).join('')}</row>`

const sheetOf = async function* (chunks: AsyncIterable<DownloadCell[][]>): AsyncGenerator<string> {
  yield `${XML_DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
  let style = ' s="1"'
  for await (const rows of chunks) {
    yield rows.map(row => rowOf(row, style)).join('')
    style = ''
  }
  yield '</sheetData></worksheet>'
}

/** Streams a workbook of one sheet; the first chunk is the headings. */
export const createWorkbookStream = (chunks: AsyncIterable<DownloadCell[][]>): Readable => {
  const zip = new yazl.ZipFile()
  for (const [path, part] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(XML_DECLARATION + part), path)
  const sheet = Readable.from(sheetOf(chunks))
  const out = Readable.from(zip.outputStream)
  // If rows can no longer be fetched, the archive must break off: it must not look complete.
  sheet.on('error', error => out.destroy(error))
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  return out
}
