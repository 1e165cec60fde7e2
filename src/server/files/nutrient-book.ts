import {
  BEFORE_UPGRADE_WORDS,
  LAND_USE_SHEET_WORDS,
  NUTRIENT_LINES,
  NUTRIENT_SHEET_WORDS,
} from '#domain/workbook/layouts'
import type { NutrientLine, NutrientCalculatorContent, WorkbookContent } from '#domain/workbook/reading'
import { toUnits } from '@credit-market/values/units'
import { type Workbook, WorkbookError } from './book.ts'
import { type WorkbookCell, type WorkbookCells, readWorkbookColumns } from './book-cells.ts'
import { normalizeWorkbookText, readFormulaResult, readSignedWorkbookFigure } from './book-figures.ts'

/** The results are within this many rows. */
const MOST_ROWS = 200

const isResult = (name: string): boolean =>
  NUTRIENT_SHEET_WORDS.some(words => normalizeWorkbookText(name).includes(words))

const isLandUsed = (name: string): boolean =>
  LAND_USE_SHEET_WORDS.sheet.some(words => normalizeWorkbookText(name).replaceAll('_', ' ').includes(words))

/** True for a nutrient budget calculator, by the name of the sheet with its result. */
export const isNutrientCalculator = ({ sheets }: Workbook): boolean => sheets.some(isResult)

/** Reads the amounts to mitigate from a nutrient budget calculator. Throws `WorkbookError`. */
export const readNutrientCalculator = (book: Workbook): WorkbookContent => {
  const lines = book.sheets.filter(isResult).flatMap(name => linesOf(book, name))
  if (lines.length === 0)
    throw new WorkbookError(
      'The calculator contains no load of nitrogen or phosphorus to be mitigated. Fill it in up to the last stage, save it in Excel and upload it again.',
    )
  return { kind: 'nutrients', edition: 'budget', lines, area: areaIn(book) }
}

/** The land whose use changes: the figures under the heading of areas, down to a line of totals or to the end. */
const areaIn = (book: Workbook): NonNullable<NutrientCalculatorContent['area']> | null => {
  const sheet = book.sheets.find(isLandUsed)
  if (sheet === undefined) return null
  const cells = [...readWorkbookColumns(book, sheet, { columns: null, rows: [1, MOST_ROWS] }).values()]
  const heading = cells.find(({ text }) =>
    LAND_USE_SHEET_WORDS.heading.some(words => normalizeWorkbookText(text).startsWith(words)),
  )
  if (!heading) return null
  const letters = lettersOf(heading)
  const total = cells.find(
    ({ row, text }) => row > heading.row && normalizeWorkbookText(text).startsWith('total'),
  )
  const under = cells.filter(cell => lettersOf(cell) === letters && cell.row > heading.row)
  const said = readFormulaResult(under.find(({ row }) => row === total?.row))
  const size =
    said ??
    under
      .filter(({ row }) => row < (total?.row ?? Infinity))
      .reduce((sum, cell) => sum + (readFormulaResult(cell) ?? 0), 0)
  const { row } = total ?? heading
  return size > 0 ? { sheet, row, cell: `${letters}${row}`, size } : null
}

const lettersOf = ({ address, row }: WorkbookCell): string => address.slice(0, -String(row).length)

const linesOf = (book: Workbook, sheet: string): NutrientLine[] => {
  const cells = readWorkbookColumns(book, sheet, { columns: null, rows: [1, MOST_ROWS] })
  return [...cells.values()].flatMap(label => lineOf(cells, label, sheet) ?? [])
}

const lineOf = (cells: WorkbookCells, label: WorkbookCell, sheet: string): NutrientLine | undefined => {
  const said = normalizeWorkbookText(label.text)
  const known = NUTRIENT_LINES.find(({ words }) => words.every(word => said.includes(word)))
  if (!known || label.number !== undefined) return undefined
  const { row } = label
  const value = valueBeside(cells, label)
  const figure = readSignedWorkbookFigure(value, sheet, 'load to be mitigated')
  // A change of land use that adds to the load is part of the amount to mitigate.
  if (!value || figure === null || (known.isChange && figure >= 0)) return undefined
  return {
    id: `${sheet}!${value.address}`,
    ...{ sheet, row, cell: value.address, says: label.text.slice(0, 200), nutrient: known.nutrient },
    units: toUnits(Math.abs(figure)),
    ...(figure < 0 && { isSaved: true }),
    isUntilUpgrade: BEFORE_UPGRADE_WORDS.some(words => said.includes(words)),
  }
}

/** The first number to the right of a label, in its row. */
const valueBeside = (cells: WorkbookCells, label: WorkbookCell): WorkbookCell | undefined => {
  const inRow = [...cells.values()].filter(({ row }) => row === label.row)
  return inRow
    .slice(inRow.indexOf(label) + 1)
    .find(({ text, number, isFormula }) => number !== undefined || (isFormula && text === ''))
}
