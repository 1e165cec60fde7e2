import { BEFORE_UPGRADE, LAND_USED, NUTRIENT_LINES, NUTRIENT_SHEETS } from '#domain/workbook/layouts'
import type { NutrientLine, NutrientReading, WorkbookReading } from '#domain/workbook/reading'
import { unitsOf } from '#domain/units'
import { type Book, Unread } from './book.ts'
import { type Cell, type Cells, cellsOf } from './book-cells.ts'
import { plain, resultIn, signedIn } from './book-figures.ts'

/** The results stand within so many rows. */
const MOST_ROWS = 200

const isResult = (name: string): boolean => NUTRIENT_SHEETS.some(words => plain(name).includes(words))

const isLandUsed = (name: string): boolean =>
  LAND_USED.sheet.some(words => plain(name).replaceAll('_', ' ').includes(words))

/** Is it a nutrient budget calculator, by the name of the sheet with its result? */
export const isNutrients = ({ sheets }: Book): boolean => sheets.some(isResult)

/** What a nutrient budget calculator says is to be mitigated. Throws `Unread`. */
export const nutrientsIn = (book: Book): WorkbookReading => {
  const lines = book.sheets.filter(isResult).flatMap(name => linesOf(book, name))
  if (lines.length === 0)
    throw new Unread(
      'The calculator says nowhere what load of nitrogen or phosphorus is to be mitigated. Fill it in to its last stage, save it in Excel and upload that.',
    )
  return { kind: 'nutrients', edition: 'budget', lines, area: areaIn(book) }
}

/** The land whose use changes: the figures under the heading of areas, down to a line of totals or to the end. */
const areaIn = (book: Book): NonNullable<NutrientReading['area']> | null => {
  const sheet = book.sheets.find(isLandUsed)
  if (sheet === undefined) return null
  const cells = [...cellsOf(book, sheet, { columns: null, rows: [1, MOST_ROWS] }).values()]
  const heading = cells.find(({ text }) => LAND_USED.heading.some(words => plain(text).startsWith(words)))
  if (!heading) return null
  const letters = lettersOf(heading)
  const total = cells.find(({ row, text }) => row > heading.row && plain(text).startsWith('total'))
  const under = cells.filter(cell => lettersOf(cell) === letters && cell.row > heading.row)
  const said = resultIn(under.find(({ row }) => row === total?.row))
  const size =
    said ??
    under
      .filter(({ row }) => row < (total?.row ?? Infinity))
      .reduce((sum, cell) => sum + (resultIn(cell) ?? 0), 0)
  const { row } = total ?? heading
  return size > 0 ? { sheet, row, cell: `${letters}${row}`, size } : null
}

const lettersOf = ({ address, row }: Cell): string => address.slice(0, -String(row).length)

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
  const figure = signedIn(value, sheet, 'load to be mitigated')
  // A change of land use that adds to the load is a part of what is to be mitigated.
  if (!value || figure === null || (known.isChange && figure >= 0)) return undefined
  return {
    id: `${sheet}!${value.address}`,
    ...{ sheet, row, cell: value.address, says: label.text.slice(0, 200), nutrient: known.nutrient },
    units: unitsOf(Math.abs(figure)),
    ...(figure < 0 && { isSaved: true }),
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
