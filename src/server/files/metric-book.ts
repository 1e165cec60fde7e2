import {
  CONDITION_LABELS,
  CONDITIONS,
  DISTINCTIVENESS,
  type Condition,
  type Distinctiveness,
} from '@credit-market/habitat-metric/habitat'
import { HABITAT_TYPES } from '@credit-market/habitat-metric/habitat-types'
import { METRIC_HABITATS } from '@credit-market/habitat-metric/habitats'
import { toUnits, type Units } from '@credit-market/values/units'
import {
  METRIC_EDITIONS,
  METRIC_LAYOUTS,
  type MetricColumnMeaning,
  type MetricEdition,
  type SheetLayout,
} from '#domain/workbook/layouts'
import type { MetricLine, WorkbookContent } from '#domain/workbook/reading'
import { type Workbook, WorkbookError } from './book.ts'
import { type WorkbookCell, type WorkbookCells, readWorkbookColumns } from './book-cells.ts'
import {
  readWorkbookFigure,
  normalizeWorkbookText,
  readFormulaResult,
  readWorkbookYears,
} from './book-figures.ts'

const START = 'Start'
/** Cell with the edition of the workbook. */
const EDITION_CELL = 'D8'

/** True for a workbook of the metric, by its sheets. */
export const isMetricWorkbook = ({ sheets }: Workbook): boolean =>
  sheets.includes(START) && METRIC_LAYOUTS.statutory.some(({ name }) => sheets.includes(name))

/** Reads a workbook of the metric, row by row. Throws `WorkbookError`, with the sheet and the cell concerned. */
export const readMetricWorkbook = (book: Workbook): WorkbookContent => {
  const edition = editionOf(book)
  const layouts = METRIC_LAYOUTS[edition].filter(({ name }) => book.sheets.includes(name))
  const lines: MetricLine[] = []
  for (const layout of layouts) {
    const found = linesOf(book, layout)
    lines.push(...(layout.part === 'enhancement' ? withBaseline(found, lines, layout) : found))
  }
  if (lines.length === 0)
    throw new WorkbookError(
      'The metric workbook contains no habitats. Fill in sheets A-1 to F-3, save it and upload it again.',
    )
  return { kind: 'metric', edition, lines }
}

const editionOf = (book: Workbook): MetricEdition => {
  const start = readWorkbookColumns(book, START, { columns: null, rows: [1, 12] })
  const said = start.get(EDITION_CELL)
  const number = said?.number?.toFixed(1) ?? /\d\.\d/.exec(said?.text ?? '')?.[0]
  const known = METRIC_EDITIONS.find(edition => edition === number)
  if (known) return known
  if (
    [...start.values()].some(({ text }) =>
      normalizeWorkbookText(text).includes('statutory biodiversity metric'),
    )
  )
    return 'statutory'
  throw new WorkbookError(
    `The workbook is of another edition of the metric (${START}, cell ${EDITION_CELL}: ${said?.text ?? 'nothing'}). Copy the figures into the statutory edition, 4.0 or 4.1, and upload that workbook.`,
  )
}

const linesOf = (book: Workbook, layout: SheetLayout): MetricLine[] => {
  const { name, headings, last } = layout
  const columns = new Set(layout.columns.map(({ letters }) => letters))
  const cells = readWorkbookColumns(book, name, { columns, rows: [headings - 1, last] })
  refuseOtherHeadings(cells, layout)
  return Array.from({ length: last - headings }, (_, at) => headings + 1 + at).flatMap(
    row => lineAt(cells, layout, row) ?? [],
  )
}

const refuseOtherHeadings = (cells: WorkbookCells, { name, headings, columns }: SheetLayout): void => {
  for (const { letters, heading } of columns) {
    const said = [headings - 1, headings]
      .map(row => normalizeWorkbookText(cells.get(`${letters}${row}`)?.text ?? ''))
      .join(' ')
    if (!heading.some(words => said.includes(words)))
      throw new WorkbookError(
        `Column ${letters} of “${name}” should have the heading “${heading[0]}”: a column was added or removed. Copy the figures into an empty metric workbook and upload it.`,
      )
  }
}

const TRADED = new Map(HABITAT_TYPES.map(type => [type.id, type]))
const IDS = new Map(METRIC_HABITATS.map(({ id, label }) => [normalizeWorkbookText(label), id]))

/** Data on a habitat in the tables of the metric and of the market. */
const knownAs = (label: string) => {
  const id = IDS.get(normalizeWorkbookText(label)) ?? null
  const traded = id === null ? undefined : TRADED.get(id)
  return {
    habitatType: id,
    broadHabitat: traded?.broadHabitat ?? null,
    distinctiveness: traded?.distinctiveness,
  }
}

const CONDITION_OF = new Map<string, Condition>(
  CONDITIONS.map(one => [normalizeWorkbookText(CONDITION_LABELS[one]), one]),
)
const BAND_OF = new Map<string, Distinctiveness>([
  ...DISTINCTIVENESS.map(band => [band.toLowerCase(), band] as const),
  ['v.high', 'VeryHigh'],
  ['very high', 'VeryHigh'],
])

/** Reads a row with a habitat; undefined for an empty one. */
const lineAt = (cells: WorkbookCells, layout: SheetLayout, row: number): MetricLine | undefined => {
  const { name, module, part, isOnSite } = layout
  const addresses = Object.fromEntries(
    layout.columns.map(({ meaning, letters }) => [meaning, `${letters}${row}`]),
  ) as Partial<Record<MetricColumnMeaning, string>>
  const cell = (meaning: MetricColumnMeaning): WorkbookCell | undefined => cells.get(addresses[meaning] ?? '')
  const says = (meaning: MetricColumnMeaning): string | null => textIn(cell(meaning))
  const figure = (meaning: MetricColumnMeaning, what: string): Units | null => {
    const found = readWorkbookFigure(cell(meaning), name, what)
    return found === null ? null : toUnits(found)
  }
  const result = (meaning: MetricColumnMeaning): Units | null => readFormulaResult(cell(meaning))
  const habitat = says('habitat')
  // The workbook calculates the area of enhancements; other sizes are typed.
  const size = part === 'enhancement' ? (result('size') ?? 0) : figure('size', 'size')
  if (habitat === null) {
    if (part !== 'enhancement' && size !== null && size > 0)
      throw new WorkbookError(
        `Row ${row} of “${name}” has a size but no habitat. Choose the habitat, save the workbook and upload it again.`,
      )
    return undefined
  }
  if (size === null)
    throw new WorkbookError(
      `Row ${row} of “${name}” has a habitat but no size. Fill in ${addresses.size}, save the workbook and upload it again.`,
    )
  const label = labelOf(module, says('broad'), habitat)
  const { distinctiveness, ...known } = knownAs(label)
  return {
    id: `${name.slice(0, 3)}!${row}`,
    ...{ sheet: name, row, part, module, isOnSite, size, habitat: label },
    ref: says('ref'),
    ...known,
    distinctiveness:
      distinctiveness ?? BAND_OF.get(normalizeWorkbookText(says('distinctiveness') ?? '')) ?? null,
    condition: CONDITION_OF.get(normalizeWorkbookText(says('condition') ?? '')) ?? null,
    significance: says('significance'),
    advance: readWorkbookYears(cell('advance'), name) ?? 0,
    delay: readWorkbookYears(cell('delay'), name) ?? 0,
    years: resultYears(cell('years')),
    units: result('units'),
    unitsLost: result('unitsLost'),
    unitsEnhanced: part === 'baseline' ? result('unitsEnhanced') : null,
    cells: addresses,
    ...(part === 'baseline' && {
      retained: figure('retained', 'retained part') ?? 0,
      enhanced: figure('enhanced', 'enhanced part') ?? 0,
    }),
  }
}

const textIn = (cell: WorkbookCell | undefined): string | null =>
  cell === undefined || cell.isError || cell.text === '' ? null : cell.text.slice(0, 200)

/** Area habitats are named with their broad habitat in front, as in the tables of the metric. */
const labelOf = (module: SheetLayout['module'], broad: string | null, habitat: string): string => {
  if (module === 'Linear') return `Hedgerow - ${habitat}`
  if (module === 'River') return `Watercourse - ${habitat}`
  return module === 'Area' && broad !== null ? `${broad} - ${habitat}` : habitat
}

const MOST_YEARS = 30

const resultYears = (cell: WorkbookCell | undefined): number | null => {
  if (cell === undefined || cell.isError) return null
  if (normalizeWorkbookText(cell.text).startsWith('30+')) return MOST_YEARS
  const { number } = cell
  return number !== undefined && number >= 0 && number <= MOST_YEARS ? Math.round(number) : null
}

/**
 * Adds the baseline to enhancements. The workbook looks it up by formulas; if their results were not saved, the
 * workbook's own order is used: the first row is the first parcel of which a part is enhanced.
 */
const withBaseline = (
  lines: readonly MetricLine[],
  before: readonly MetricLine[],
  { module, isOnSite, headings }: SheetLayout,
): MetricLine[] => {
  const better = before.filter(
    line =>
      line.part === 'baseline' &&
      line.module === module &&
      line.isOnSite === isOnSite &&
      (line.enhanced ?? 0) > 0,
  )
  return lines.map(line => {
    const parcel =
      better.find(({ ref }) => ref !== null && ref === line.ref) ?? better[line.row - headings - 1]
    if (!parcel && line.size === 0)
      throw new WorkbookError(
        `Row ${line.row} of “${line.sheet}” enhances no parcel. Fill in the size to be enhanced in the baseline, save the workbook in Excel and upload it again.`,
      )
    return parcel
      ? {
          ...line,
          ref: parcel.ref,
          size: line.size || (parcel.enhanced ?? 0),
          unitsEnhanced: parcel.unitsEnhanced,
          ...(line.habitatType === null && renamed(line, parcel)),
        }
      : line
  })
}

/** The broad habitat is calculated too: if unknown, it is that of the parcel. */
const renamed = (line: MetricLine, parcel: MetricLine): Partial<MetricLine> => {
  const broad = parcel.habitat.split(' - ')[0] ?? ''
  const habitat = `${broad} - ${line.habitat}`
  const { distinctiveness = line.distinctiveness, ...known } = knownAs(habitat)
  return known.habitatType === null ? {} : { habitat, ...known, distinctiveness }
}
