import { MAX_TABLE_COLUMNS } from '#domain/text/upload-kinds'
import { parse } from 'csv-parse/sync'
import { errorMessageOf } from '#domain/values/narrow'
import type { UploadedTable } from '#domain/text/filed-document'
import { looksLikeXml, readCamtStatement } from './bank-statement.ts'
import { looksLikeGeoJson, readAreaOutlines } from './area-outlines.ts'
import { readFirstSheet } from './workbook.ts'

/** Limit of rows in one list: it is validated and carried out while its sender waits. */
const MOST_ROWS = 2000
const MOST_BYTES_OF_ROW = 64 * 1024

/** The content of a list, row by row; a sentence if it cannot be read. */
export type TableReadResult = Pick<UploadedTable, 'header' | 'rows'> | string

interface Line {
  record: string[]
  info: { lines: number }
}

/**
 * Reads a list with its headings in the first row: CSV with commas in UTF-8, with or without a byte order mark, or the
 * first sheet of an Excel workbook; the areas of a GeoJSON file and the entries of a bank statement in XML count as rows too.
 */
export const readTable = (content: Buffer): TableReadResult => {
  if (looksLikeGeoJson(content)) return readAreaOutlines(content)
  if (looksLikeXml(content)) return readCamtStatement(content)
  const isWorkbook = content.subarray(0, ZIP.length).equals(ZIP)
  const lines = isWorkbook ? linesOfWorkbook(content) : linesOf(content)
  if (typeof lines === 'string') return lines
  const [first, ...others] = lines
  const header = first?.record.map(heading => heading.trim()) ?? []
  if (header.length > MAX_TABLE_COLUMNS)
    return `Row 1: there are more than ${MAX_TABLE_COLUMNS} headings. Leave out the ones that are not needed.`
  const twice = header.find((heading, index) => header.indexOf(heading) !== index)
  if (twice !== undefined) return `Row 1: the heading ${twice} is there twice. Leave one of them out.`
  if (others.length > MOST_ROWS)
    return `The file has more than ${MOST_ROWS.toLocaleString('en-GB')} rows. Split it into several files and import them one after another.`
  const long = others.find(({ record }) => record.length > header.length)
  if (long)
    return `Row ${long.info.lines}: it has more cells than headings. ${isWorkbook ? 'Name every column in the first row.' : 'Put quotation marks around text with commas.'}`
  return {
    header,
    rows: others
      .filter(({ record }) => record.some(cell => cell.trim() !== ''))
      .map(({ record, info }) => ({
        line: info.lines,
        cells: Object.fromEntries(header.map((heading, index) => [heading, textOf(record[index])])),
      })),
  }
}

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])

const linesOfWorkbook = (content: Buffer): Line[] | string =>
  readFirstSheet(content, { rows: MOST_ROWS + 1, columns: MAX_TABLE_COLUMNS })?.map(({ number, cells }) => ({
    record: cells,
    info: { lines: number },
  })) ??
  'The file cannot be read as an Excel workbook. Save the list as the first sheet of a new one, or as “CSV UTF-8”.'

const NEWLINE = '\n'.charCodeAt(0)
const RETURN = '\r'.charCodeAt(0)

/** True if a line is longer than any row of a list. The parser slows down with the number of cells in one row. */
const hasEndlessLine = (content: Buffer): boolean => {
  let begin = 0
  for (let at = 0; at < content.length; at += 1) {
    if (content[at] === NEWLINE || content[at] === RETURN) begin = at + 1
    if (at - begin >= MOST_BYTES_OF_ROW) return true
  }
  return false
}

const linesOf = (content: Buffer): Line[] | string => {
  if (hasEndlessLine(content)) return 'The file cannot be read as CSV. A row is longer than 64 kB.'
  try {
    return parse(content, {
      bom: true,
      info: true,
      max_record_size: MOST_BYTES_OF_ROW,
      relax_column_count: true,
      skip_empty_lines: true,
      to: MOST_ROWS + 2,
    }) as unknown as Line[]
  } catch (error) {
    return `The file cannot be read as CSV. ${errorMessageOf(error)}.`
  }
}

// Our own exports put an apostrophe before text that a spreadsheet would treat as a formula.
const textOf = (cell = ''): string => cell.trim().replace(/^'(?=[=+\-@\t\r])/, '')
