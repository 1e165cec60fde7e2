import { xmlAttributeValue, iterateXmlTags, type XmlTag } from './xml/read-xml.ts'
import { unpackZipEntry } from './xml/zip.ts'
import { readZipDirectory } from './xml/zip-directory.ts'

/** Limit of bytes in one unpacked part of a workbook. */
const LARGEST_PART = 32 * 1024 * 1024
const FIRST_SHEET = 'worksheets/sheet1.xml'

/** A row of a sheet by its number, with the texts of its cells up to the last one with content. */
export interface SheetRow {
  number: number
  cells: string[]
}

/** Limits of what is read from a sheet. */
interface Most {
  rows: number
  columns: number
}

/**
 * Returns the non-empty rows of a workbook's first sheet, as in a CSV file: plain numbers, dates as `2028-03-31`,
 * booleans as words; formulas by their saved values. Undefined if it is not a workbook.
 */
export const readFirstSheet = (content: Buffer, most: Most): SheetRow[] | undefined => {
  const entries = new Map(readZipDirectory(content)?.map(entry => [entry.name, entry]))
  const part = (path: string): string | undefined => {
    const entry = entries.get(path)
    return entry && unpackZipEntry(entry, content, LARGEST_PART)?.toString('utf8')
  }
  const workbook = part('xl/workbook.xml') ?? ''
  const sheet = part(`xl/${firstSheetOf(workbook, part('xl/_rels/workbook.xml.rels') ?? '')}`)
  if (sheet === undefined) return undefined
  const book: Book = {
    texts: readSharedStrings(part('xl/sharedStrings.xml') ?? ''),
    isDay: readDateStyles(part('xl/styles.xml') ?? ''),
    epoch: isFrom1904(workbook) ? EPOCH_1904 : EPOCH,
  }
  return rowsOf(sheet, book, most)
}

/** Data needed to read the cells of a sheet. */
interface Book {
  texts: readonly string[]
  /** True for each style that shows a number as a date. */
  isDay: readonly boolean[]
  /** Day 0, in milliseconds. */
  epoch: number
}

const EPOCH = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
const MS_OF_DAY = 86_400_000
/** The last date that a workbook can hold is in the year 9999. */
const LAST_DAY = 2_958_465

const isFrom1904 = (workbook: string): boolean => {
  for (const tag of iterateXmlTags(workbook))
    if (tag.name === 'workbookPr') return ['1', 'true'].includes(xmlAttributeValue(tag, 'date1904') ?? '')
  return false
}

/** The path of the first sheet under `xl/`. */
const firstSheetOf = (workbook: string, relations: string): string => {
  let id: string | undefined
  for (const tag of iterateXmlTags(workbook)) {
    if (tag.name !== 'sheet' || tag.isEnd) continue
    id = xmlAttributeValue(tag, 'r:id')
    break
  }
  for (const tag of iterateXmlTags(relations))
    if (tag.name === 'Relationship' && id !== undefined && xmlAttributeValue(tag, 'Id') === id)
      return (xmlAttributeValue(tag, 'Target') ?? FIRST_SHEET).replace(/^\/?xl\//, '')
  return FIRST_SHEET
}

/** Returns texts that cells share, without their phonetic readings. */
export const readSharedStrings = (shared: string): string[] => {
  const texts: string[] = []
  let text = ''
  let isSaid = true
  for (const { name, isEnd, isEmpty, before } of iterateXmlTags(shared)) {
    if (name === 'rPh') isSaid = isEnd
    else if (name === 't' && isEnd && isSaid) text += before
    else if (name === 'si' && (isEnd || isEmpty)) {
      texts.push(text)
      text = ''
    }
  }
  return texts
}

/** Built-in formats that show a date. */
const DAY_FORMATS = new Set([14, 15, 16, 17, 22])

const QUOTES: Readonly<Record<string, string>> = { '"': '"', '[': ']' }

/** True if a number format shows a date. Quoted words, brackets and characters after a backslash do not count. */
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

export const readDateStyles = (styles: string): boolean[] => {
  const own = new Map<number, boolean>()
  const isDay: boolean[] = []
  let isCell = false
  for (const tag of iterateXmlTags(styles)) {
    if (tag.name === 'cellXfs') isCell = !tag.isEnd
    if (tag.isEnd) continue
    const id = Number(xmlAttributeValue(tag, 'numFmtId') ?? 0)
    if (tag.name === 'numFmt') own.set(id, showsDay(xmlAttributeValue(tag, 'formatCode') ?? ''))
    if (tag.name === 'xf' && isCell) isDay.push(own.get(id) ?? DAY_FORMATS.has(id))
  }
  return isDay
}

/** The column of a cell's address, from 0: B in `B7` is 1. */
const columnOf = (address: string | undefined): number | undefined => {
  const letters = /^[A-Z]{1,3}/.exec(address ?? '')?.[0]
  return letters === undefined
    ? undefined
    : Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Removes floating-point noise from a number: 0.1 + 0.2 becomes 0.3. */
const plainNumber = (value: number): string => String(Number(value.toPrecision(15)))

const textOfCell = (cell: XmlTag, value: string, { texts, isDay, epoch }: Book): string => {
  const type = xmlAttributeValue(cell, 't')
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'Yes' : 'No'
  const number = Number(value)
  if (value === '' || (type !== undefined && type !== 'n') || !Number.isFinite(number)) return value
  return isDay[Number(xmlAttributeValue(cell, 's') ?? 0)] && number >= 0 && number <= LAST_DAY
    ? new Date(epoch + Math.floor(number) * MS_OF_DAY).toISOString().slice(0, 10)
    : plainNumber(number)
}

const rowsOf = (sheet: string, book: Book, most: Most): SheetRow[] => {
  const rows: SheetRow[] = []
  let row: SheetRow = { number: 0, cells: [] }
  let cell: XmlTag | undefined
  let value = ''
  let column = -1
  for (const tag of iterateXmlTags(sheet)) {
    const { name, isEnd, isEmpty, before } = tag
    if (name === 'row' && !isEnd) {
      row = { number: Number(xmlAttributeValue(tag, 'r') ?? row.number + 1), cells: [] }
      column = -1
    } else if (name === 'c' && !isEnd) {
      column = columnOf(xmlAttributeValue(tag, 'r')) ?? column + 1
      cell = isEmpty ? undefined : tag
      value = ''
    } else if ((name === 'v' || name === 't') && isEnd) value += before
    else if (name === 'c' && cell) {
      const text = textOfCell(cell, value, book)
      // Beyond the last column of any list, only the presence of content matters.
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
