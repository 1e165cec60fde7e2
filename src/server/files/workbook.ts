import { attributeOf, tagsOf, type Tag } from './read-xml.ts'
import { unpackedFile } from './zip.ts'
import { directoryOf } from './zip-directory.ts'

/** The most bytes of one part of a workbook, unpacked. */
const LARGEST_PART = 32 * 1024 * 1024
const FIRST_SHEET = 'worksheets/sheet1.xml'

/** A row of a sheet by its number, and the texts of its cells up to the last that has one. */
export interface SheetRow {
  number: number
  cells: string[]
}

/** How much of a sheet is read. */
interface Most {
  rows: number
  columns: number
}

/**
 * The rows of the first sheet of a workbook that are not empty, as they would stand in a CSV file: numbers plainly, days as
 * `2028-03-31`, yes and no as words; formulas by the value that was kept with them. Undefined for what is no workbook.
 */
export const rowsOfWorkbook = (content: Buffer, most: Most): SheetRow[] | undefined => {
  const entries = new Map(directoryOf(content)?.map(entry => [entry.name, entry]))
  const part = (path: string): string | undefined => {
    const entry = entries.get(path)
    return entry && unpackedFile(entry, content, LARGEST_PART)?.toString('utf8')
  }
  const workbook = part('xl/workbook.xml') ?? ''
  const sheet = part(`xl/${firstSheetOf(workbook, part('xl/_rels/workbook.xml.rels') ?? '')}`)
  if (sheet === undefined) return undefined
  const book: Book = {
    texts: textsOf(part('xl/sharedStrings.xml') ?? ''),
    isDay: dayStylesOf(part('xl/styles.xml') ?? ''),
    epoch: isFrom1904(workbook) ? EPOCH_1904 : EPOCH,
  }
  return rowsOf(sheet, book, most)
}

/** What the cells of a sheet are read by. */
interface Book {
  texts: readonly string[]
  /** By style: is a number a day? */
  isDay: readonly boolean[]
  /** Day 0, in milliseconds. */
  epoch: number
}

const EPOCH = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
const MS_OF_DAY = 86_400_000
/** The last day that a workbook can hold is in the year 9999. */
const LAST_DAY = 2_958_465

const isFrom1904 = (workbook: string): boolean => {
  for (const tag of tagsOf(workbook))
    if (tag.name === 'workbookPr') return ['1', 'true'].includes(attributeOf(tag, 'date1904') ?? '')
  return false
}

/** The path of the first sheet below `xl/`. */
const firstSheetOf = (workbook: string, relations: string): string => {
  let id: string | undefined
  for (const tag of tagsOf(workbook)) {
    if (tag.name !== 'sheet' || tag.isEnd) continue
    id = attributeOf(tag, 'r:id')
    break
  }
  for (const tag of tagsOf(relations))
    if (tag.name === 'Relationship' && id !== undefined && attributeOf(tag, 'Id') === id)
      return (attributeOf(tag, 'Target') ?? FIRST_SHEET).replace(/^\/?xl\//, '')
  return FIRST_SHEET
}

/** Texts that cells share; how words are to be pronounced is no part of them. */
export const textsOf = (shared: string): string[] => {
  const texts: string[] = []
  let text = ''
  let isSaid = true
  for (const { name, isEnd, isEmpty, before } of tagsOf(shared)) {
    if (name === 'rPh') isSaid = isEnd
    else if (name === 't' && isEnd && isSaid) text += before
    else if (name === 'si' && (isEnd || isEmpty)) {
      texts.push(text)
      text = ''
    }
  }
  return texts
}

/** Formats that every workbook has and that show a day. */
const DAY_FORMATS = new Set([14, 15, 16, 17, 22])

const QUOTES: Readonly<Record<string, string>> = { '"': '"', '[': ']' }

/** Does a format of numbers show a day? Words in quotation marks and brackets, and signs after a backslash, are no part of it. */
const showsDay = (format: string): boolean => {
  let ends: string | undefined
  for (let at = 0; at < format.length; at += 1) {
    const sign = format.charAt(at)
    if (ends !== undefined) {
      if (sign === ends) ends = undefined
    } else if (sign === '\\') at += 1
    else if ('dDyY'.includes(sign)) return true
    else ends = QUOTES[sign]
  }
  return false
}

export const dayStylesOf = (styles: string): boolean[] => {
  const own = new Map<number, boolean>()
  const isDay: boolean[] = []
  let isCell = false
  for (const tag of tagsOf(styles)) {
    if (tag.name === 'cellXfs') isCell = !tag.isEnd
    if (tag.isEnd) continue
    const id = Number(attributeOf(tag, 'numFmtId') ?? 0)
    if (tag.name === 'numFmt') own.set(id, showsDay(attributeOf(tag, 'formatCode') ?? ''))
    if (tag.name === 'xf' && isCell) isDay.push(own.get(id) ?? DAY_FORMATS.has(id))
  }
  return isDay
}

/** The column of a cell by its address, from 0: B of `B7` is 1. */
const columnOf = (address: string | undefined): number | undefined => {
  const letters = /^[A-Z]{1,3}/.exec(address ?? '')?.[0]
  return letters === undefined
    ? undefined
    : Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** A number without the traces of how it is stored: 0.1 + 0.2 is 0.3. */
const plainNumber = (value: number): string => String(Number(value.toPrecision(15)))

const textOfCell = (cell: Tag, value: string, { texts, isDay, epoch }: Book): string => {
  const type = attributeOf(cell, 't')
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'Yes' : 'No'
  const number = Number(value)
  if (value === '' || (type !== undefined && type !== 'n') || !Number.isFinite(number)) return value
  return isDay[Number(attributeOf(cell, 's') ?? 0)] && number >= 0 && number <= LAST_DAY
    ? new Date(epoch + Math.floor(number) * MS_OF_DAY).toISOString().slice(0, 10)
    : plainNumber(number)
}

const rowsOf = (sheet: string, book: Book, most: Most): SheetRow[] => {
  const rows: SheetRow[] = []
  let row: SheetRow = { number: 0, cells: [] }
  let cell: Tag | undefined
  let value = ''
  let column = -1
  for (const tag of tagsOf(sheet)) {
    const { name, isEnd, isEmpty, before } = tag
    if (name === 'row' && !isEnd) {
      row = { number: Number(attributeOf(tag, 'r') ?? row.number + 1), cells: [] }
      column = -1
    } else if (name === 'c' && !isEnd) {
      column = columnOf(attributeOf(tag, 'r')) ?? column + 1
      cell = isEmpty ? undefined : tag
      value = ''
    } else if ((name === 'v' || name === 't') && isEnd) value += before
    else if (name === 'c' && cell) {
      const text = textOfCell(cell, value, book)
      // Farther to the right than any list goes it only matters that something stands there.
      const at = Math.min(column, most.columns)
      if (text.trim() !== '') {
        while (row.cells.length < at) row.cells.push('')
        row.cells[at] = text
      }
      cell = undefined
    } else if (name === 'row' && isEnd && row.cells.length > 0) {
      rows.push(row)
      if (rows.length > most.rows) break
    }
  }
  return rows
}
