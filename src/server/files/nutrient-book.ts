import { BEFORE_UPGRADE, NUTRIENT_LINES, NUTRIENT_SHEETS } from '#domain/workbook/layouts'
import type { NutrientLine, WorkbookReading } from '#domain/workbook/reading'
import { unitsOf } from '#domain/units'
import { type Book, Unread } from './book.ts'
import { type Cell, type Cells, cellsOf } from './book-cells.ts'
import { figureIn, plain } from './book-figures.ts'

/** The results stand within so many rows. */
const MOST_ROWS = 200

const isResult = (name: string): boolean => NUTRIENT_SHEETS.some(words => plain(name).includes(words))

/** Is it a nutrient budget calculator, by the name of the sheet with its result? */
export const isNutrients = ({ sheets }: Book): boolean => sheets.some(isResult)

/** What a nutrient budget calculator says is to be mitigated. Throws `Unread`. */
export const nutrientsIn = (book: Book): WorkbookReading => {
  const lines = book.sheets.filter(isResult).flatMap(name => linesOf(book, name))
  if (lines.length === 0)
    throw new Unread(
      'The calculator says nowhere what load of nitrogen or phosphorus is to be mitigated. Fill it in to its last stage, save it in Excel and upload that.',
    )
  return { kind: 'nutrients', edition: 'budget', lines }
}

const linesOf = (book: Book, sheet: string): NutrientLine[] => {
  const cells = cellsOf(book, sheet, { columns: null, rows: [1, MOST_ROWS] })
  return [...cells.values()].flatMap(label => lineOf(cells, label, sheet) ?? [])
}

const lineOf = (cells: Cells, label: Cell, sheet: string): NutrientLine | undefined => {
  const said = plain(label.text)
  const known = NUTRIENT_LINES.find(({ words }) => words.every(word => said.includes(word)))
  if (!known || label.number !== undefined) return undefined
  const { row } = label
  const value = valueBeside(cells, label)
  const figure = figureIn(value, sheet, 'load to be mitigated')
  if (!value || figure === null) return undefined
  return {
    id: `${sheet}!${value.address}`,
    ...{ sheet, row, cell: value.address, says: label.text.slice(0, 200), nutrient: known.nutrient },
    units: unitsOf(figure),
    isUntilUpgrade: BEFORE_UPGRADE.some(words => said.includes(words)),
  }
}

/** The first number to the right of a label, in its row. */
const valueBeside = (cells: Cells, label: Cell): Cell | undefined => {
  const inRow = [...cells.values()].filter(({ row }) => row === label.row)
  return inRow
    .slice(inRow.indexOf(label) + 1)
    .find(({ text, number, isFormula }) => number !== undefined || (isFormula && text === ''))
}
