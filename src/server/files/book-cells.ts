import { type Book, Unread } from './book.ts'
import { attributeOf, tagsOf, type Tag } from './read-xml.ts'

/** A cell as it was saved; of a formula, what it came to then. */
export interface Cell {
  address: string
  row: number
  text: string
  /** Nothing where it is no number. */
  number?: number
  isDay: boolean
  /** An error of the workbook, such as `#REF!`. */
  isError: boolean
  isFormula: boolean
}

/** The cells of a sheet that have something in them, by their addresses. */
export type Cells = ReadonlyMap<string, Cell>

/** Fifty times what a sheet of the metric has. */
const MOST_CELLS = 500_000
const LAST_ROW = 1_048_576

/** Formulas that fetch something or start a program. */
const CALLS_OUT =
  /\b(?:WEBSERVICE|FILTERXML|IMPORTDATA|IMPORTXML|CALL|REGISTER(?:\.ID)?|EXEC|RTD|DDE)\s{0,9}\(|\|/i
/** A bar between quotation marks is a text, and calls nobody. */
const QUOTED = /"[^"]{0,2000}"/g

/** The cells of the columns that are asked for, in the rows from the first to the last. Throws `Unread`. */
export const cellsOf = (
  book: Book,
  name: string,
  { columns, rows: [first, last] }: { columns: ReadonlySet<string> | null; rows: readonly [number, number] },
): Cells => {
  const cells = new Map<string, Cell>()
  const xml = book.sheet(name)
  let seen = 0
  let before = 0
  let value = ''
  let formula: string | undefined
  let cell: Tag | undefined
  for (const tag of tagsOf(xml)) {
    const { name: what, isEnd, isEmpty } = tag
    if (what === 'row' && !isEnd) before = rowAfter(before, attributeOf(tag, 'r'), name)
    else if (what === 'c' && !isEnd) {
      seen += 1
      if (seen > MOST_CELLS)
        throw new Unread(
          `The sheet “${name}” has more than ${MOST_CELLS.toLocaleString('en-GB')} cells. Delete the empty rows and columns beyond the figures and save it anew.`,
        )
      cell = isEmpty ? undefined : tag
      value = ''
      formula = undefined
    } else if ((what === 'v' || what === 't') && isEnd) value += tag.before
    else if (what === 'f' && (isEnd || isEmpty)) formula = (formula ?? '') + (isEnd ? tag.before : '')
    else if (what === 'c' && cell) {
      const address = attributeOf(cell, 'r') ?? ''
      if (formula !== undefined && CALLS_OUT.test(formula.replace(QUOTED, '')))
        throw new Unread(
          `The formula in ${address} of “${name}” calls another program or the network. Put a plain figure there and save the workbook anew.`,
        )
      const [, letters = '', row = ''] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(address) ?? []
      if (letters === '')
        throw new Unread(`A cell of “${name}” has no address. Open the workbook in Excel and save it anew.`)
      const isAsked =
        Number(row) >= first && Number(row) <= last && (columns === null || columns.has(letters))
      if (isAsked) {
        if (cells.has(address))
          throw new Unread(
            `The cell ${address} stands twice in “${name}”. Open the workbook in Excel and save it anew.`,
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
      refuseMerged(attributeOf(tag, 'ref') ?? '', { name, columns, first, last })
  }
  return cells
}

const rowAfter = (before: number, written: string | undefined, name: string): number => {
  const row = written === undefined ? before + 1 : Number(written)
  if (!Number.isInteger(row) || row <= before || row > LAST_ROW)
    throw new Unread(`The rows of “${name}” are not in order. Open the workbook in Excel and save it anew.`)
  return row
}

const cellOf = (
  tag: Tag,
  { address, row, value, isFormula }: { address: string; row: number; value: string; isFormula: boolean },
  { texts, isDay }: Book,
): Cell | undefined => {
  const type = attributeOf(tag, 't') ?? 'n'
  if (type === 's') {
    const text = texts[Number(value)]
    if (text === undefined)
      throw new Unread(
        `The cell ${address} names a text that is not there. Open the workbook in Excel and save it anew.`,
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
    isDay: type === 'd' || (type === 'n' && isDay[Number(attributeOf(tag, 's') ?? 0)] === true),
    isError: type === 'e',
  }
}

/** Of merged cells only the first has a figure: among the figures that would be read wrongly. */
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
  // Headings are merged among themselves, above the figures.
  if (columns.has(from) && Number(top) > first + 1 && Number(top) <= last)
    throw new Unread(
      `The cells ${area} of “${name}” are merged (rows ${top} to ${bottom}). Unmerge them, fill in each row and save the workbook anew.`,
    )
}
