import { toUnits, type Units } from '@credit-market/values/units'
import { WorkbookError } from './book.ts'
import type { WorkbookCell } from './book-cells.ts'

/** A million hectares: more than any site, and small enough for exact sums. */
const MOST = 1_000_000

const quoted = ({ text }: WorkbookCell): string => `“${text.slice(0, 40)}”`

/** Normalises a text for comparison: lower case, single spaces, one kind of dash. */
export const normalizeWorkbookText = (text: string): string =>
  text
    .slice(0, 500)
    .toLowerCase()
    .replaceAll(/[\u2010-\u2015]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Reads a typed figure, 0 or more; null for an empty cell. Throws `WorkbookError` with the cell for anything else. */
export const readWorkbookFigure = (
  cell: WorkbookCell | undefined,
  sheet: string,
  what: string,
): number | null => {
  const figure = readSignedWorkbookFigure(cell, sheet, what)
  if (cell && figure !== null && figure < 0)
    throw new WorkbookError(`The ${what} in ${cell.address} of “${sheet}” is negative. ${REMEDY}`)
  return figure
}

const REMEDY = 'Put a plain number there, save the workbook in Excel and upload it again.'

/** Reads a figure that may be negative. */
export const readSignedWorkbookFigure = (
  cell: WorkbookCell | undefined,
  sheet: string,
  what: string,
): number | null => {
  if (!cell) return null
  const at = `${cell.address} of “${sheet}”`
  if (cell.isError) throw new WorkbookError(`The ${what} in ${at} is an error (${quoted(cell)}). ${REMEDY}`)
  if (cell.isFormula && cell.text === '')
    throw new WorkbookError(
      `The ${what} in ${at} is a formula that was never calculated. Open the workbook in Excel, save it and upload it again.`,
    )
  if (cell.isDay) throw new WorkbookError(`The ${what} in ${at} is a date. ${REMEDY}`)
  if (cell.number === undefined)
    throw new WorkbookError(`The ${what} in ${at} is text (${quoted(cell)}). ${REMEDY}`)
  if (!Number.isFinite(cell.number))
    throw new WorkbookError(`The ${what} in ${at} is not a number (${quoted(cell)}). ${REMEDY}`)
  if (Math.abs(cell.number) > MOST)
    throw new WorkbookError(`The ${what} in ${at} is larger than any site. ${REMEDY}`)
  return cell.number
}

/** Reads a chosen number of years, which in the workbook can be `30+` too; null for an empty cell. */
export const readWorkbookYears = (cell: WorkbookCell | undefined, sheet: string): number | null =>
  cell && cell.number === undefined && normalizeWorkbookText(cell.text).startsWith('30+')
    ? 30
    : readWorkbookFigure(cell, sheet, 'number of years')

/** Reads the result that a formula had when the workbook was last saved; null if it is not a number. */
export const readFormulaResult = (cell: WorkbookCell | undefined): Units | null =>
  cell?.number !== undefined &&
  Number.isFinite(cell.number) &&
  !cell.isError &&
  cell.number >= 0 &&
  cell.number <= MOST
    ? toUnits(cell.number)
    : null
