import { unitsOf, type Units } from '#domain/units'
import { Unread } from './book.ts'
import type { Cell } from './book-cells.ts'

/** A million hectares: more than any site, and less than makes a sum inexact. */
const MOST = 1_000_000

const quoted = ({ text }: Cell): string => `“${text.slice(0, 40)}”`

/** A text as it is compared: in small letters, its spaces single, its dashes alike. */
export const plain = (text: string): string =>
  text
    .slice(0, 500)
    .toLowerCase()
    .replaceAll(/[\u2010-\u2015]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A figure that somebody typed, 0 or more; null where nothing stands. Throws `Unread` for anything else, with the cell. */
export const figureIn = (cell: Cell | undefined, sheet: string, what: string): number | null => {
  const figure = signedIn(cell, sheet, what)
  if (cell && figure !== null && figure < 0)
    throw new Unread(`The ${what} in ${cell.address} of “${sheet}” is negative. ${REMEDY}`)
  return figure
}

const REMEDY = 'Put a plain number there, save the workbook in Excel and upload that.'

/** The same of a figure that may be negative. */
export const signedIn = (cell: Cell | undefined, sheet: string, what: string): number | null => {
  if (!cell) return null
  const at = `${cell.address} of “${sheet}”`
  if (cell.isError) throw new Unread(`The ${what} in ${at} is an error (${quoted(cell)}). ${REMEDY}`)
  if (cell.isFormula && cell.text === '')
    throw new Unread(
      `The ${what} in ${at} is a formula that was never worked out. Open the workbook in Excel, save it and upload that.`,
    )
  if (cell.isDay) throw new Unread(`The ${what} in ${at} is a date. ${REMEDY}`)
  if (cell.number === undefined)
    throw new Unread(`The ${what} in ${at} is a text (${quoted(cell)}). ${REMEDY}`)
  if (!Number.isFinite(cell.number))
    throw new Unread(`The ${what} in ${at} is not a number (${quoted(cell)}). ${REMEDY}`)
  if (Math.abs(cell.number) > MOST)
    throw new Unread(`The ${what} in ${at} is larger than any site. ${REMEDY}`)
  return cell.number
}

/** Years that somebody chose, of which the workbook knows `30+` as well; null where nothing stands. */
export const yearsIn = (cell: Cell | undefined, sheet: string): number | null =>
  cell && cell.number === undefined && plain(cell.text).startsWith('30+')
    ? 30
    : figureIn(cell, sheet, 'number of years')

/** What a formula came to when the workbook was saved last; null where it says no number. */
export const resultIn = (cell: Cell | undefined): Units | null =>
  cell?.number !== undefined &&
  Number.isFinite(cell.number) &&
  !cell.isError &&
  cell.number >= 0 &&
  cell.number <= MOST
    ? unitsOf(cell.number)
    : null
