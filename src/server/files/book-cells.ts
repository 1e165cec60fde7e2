import { type Workbook, WorkbookError } from './book.ts'
import { xmlAttributeValue, iterateXmlTags, type XmlTag } from './xml/read-xml.ts'

/** A cell as it was saved; for a formula, its result then. */
export interface WorkbookCell {
  address: string
  row: number
  text: string
  /** Undefined if the value is not a number. */
  number?: number
  isDay: boolean
  /** An error of the workbook, such as `#REF!`. */
  isError: boolean
  isFormula: boolean
}

/** The cells of a sheet with content, by their addresses. */
export type WorkbookCells = ReadonlyMap<string, WorkbookCell>

/** Fifty times the number in a sheet of the metric. */
const MOST_CELLS = 500_000
const LAST_ROW = 1_048_576

/** Formulas that fetch data or start a program. */
const CALLS_OUT =
  /\b(?:WEBSERVICE|FILTERXML|IMPORTDATA|IMPORTXML|CALL|REGISTER(?:\.ID)?|EXEC|RTD|DDE)\s{0,9}\(|\|/i
/** A bar between quotation marks is text, not a call. */
const QUOTED = /"[^"]{0,2000}"/g

/** Returns the cells of the requested columns, from the first row to the last. Throws `WorkbookError`. */
export const readWorkbookColumns = (
  book: Workbook,
  name: string,
  { columns, rows: [first, last] }: { columns: ReadonlySet<string> | null; rows: readonly [number, number] },
): WorkbookCells => {
  const cells = new Map<string, WorkbookCell>()
  const xml = book.sheet(name)
  let seen = 0
  let before = 0
  let value = ''
  let formula: string | undefined
  let cell: XmlTag | undefined
  for (const tag of iterateXmlTags(xml)) {
    const { name: what, isEnd, isEmpty } = tag
    if (what === 'row' && !isEnd) before = rowAfter(before, xmlAttributeValue(tag, 'r'), name)
    else if (what === 'c' && !isEnd) {
      seen += 1
      if (seen > MOST_CELLS)
        throw new WorkbookError(
          `The sheet “${name}” has more than ${MOST_CELLS.toLocaleString('en-GB')} cells. Delete the empty rows and columns around the figures and save it again.`,
        )
      cell = isEmpty ? undefined : tag
      value = ''
      formula = undefined
    } else if ((what === 'v' || what === 't') && isEnd) value += tag.before
    else if (what === 'f' && (isEnd || isEmpty)) formula = (formula ?? '') + (isEnd ? tag.before : '')
    else if (what === 'c' && cell) {
      const address = xmlAttributeValue(cell, 'r') ?? ''
      if (formula !== undefined && CALLS_OUT.test(formula.replace(QUOTED, '')))
        throw new WorkbookError(
          `The formula in ${address} of “${name}” calls another program or the network. Put a plain number there and save the workbook again.`,
        )
      const [, letters = '', row = ''] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(address) ?? []
      if (letters === '')
        throw new WorkbookError(
          `A cell of “${name}” has no address. Open the workbook in Excel and save it again.`,
        )
      const isAsked =
        Number(row) >= first && Number(row) <= last && (columns === null || columns.has(letters))
      if (isAsked) {
        if (cells.has(address))
          throw new WorkbookError(
            `Cell ${address} is in “${name}” twice. Open the workbook in Excel and save it again.`,
          )
        const read = cellOf(
          cell,
          { address, row: Number(row), value, isFormula: formula !== undefined },
          book,
        )
        if (read) cells.set(address, read)
      }
      cell = undefined
    } else if (what === 'mergeCell' && !isEnd)
      refuseMerged(xmlAttributeValue(tag, 'ref') ?? '', { name, columns, first, last })
  }
  return cells
}

const rowAfter = (before: number, written: string | undefined, name: string): number => {
  const row = written === undefined ? before + 1 : Number(written)
  if (!Number.isInteger(row) || row <= before || row > LAST_ROW)
    throw new WorkbookError(
      `The rows of “${name}” are not in order. Open the workbook in Excel and save it again.`,
    )
  return row
}

const cellOf = (
  tag: XmlTag,
  { address, row, value, isFormula }: { address: string; row: number; value: string; isFormula: boolean },
  { texts, isDay }: Workbook,
): WorkbookCell | undefined => {
  const type = xmlAttributeValue(tag, 't') ?? 'n'
  if (type === 's') {
    const text = texts[Number(value)]
    if (text === undefined)
      throw new WorkbookError(
        `Cell ${address} refers to a text that is missing. Open the workbook in Excel and save it again.`,
      )
    return text.trim() === ''
      ? undefined
      : { address, row, text: text.trim(), isDay: false, isError: false, isFormula }
  }
  const text = value.trim()
  if (text === '' && !isFormula) return undefined
  const number = Number(text)
  return {
    ...{ address, row, text, isFormula },
    ...(type === 'n' && text !== '' && { number }),
    isDay: type === 'd' || (type === 'n' && isDay[Number(xmlAttributeValue(tag, 's') ?? 0)] === true),
    isError: type === 'e',
  }
}

/** Only the first of merged cells has a figure, so merged figures would be read wrongly. */
const refuseMerged = (
  area: string,
  {
    name,
    columns,
    first,
    last,
  }: { name: string; columns: ReadonlySet<string> | null; first: number; last: number },
): void => {
  if (columns === null) return
  const [, from = '', top = '', , bottom = ''] =
    /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(area) ?? []
  // Headings above the figures may be merged.
  if (columns.has(from) && Number(top) > first + 1 && Number(top) <= last)
    throw new WorkbookError(
      `The cells ${area} of “${name}” are merged (rows ${top} to ${bottom}). Unmerge them, fill in each row and save the workbook again.`,
    )
}
