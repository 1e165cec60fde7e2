import {
  CONDITION_LABELS,
  CONDITIONS,
  DISTINCTIVENESS,
  type Condition,
  type Distinctiveness,
} from '#domain/habitat'
import { HABITAT_TYPES } from '#domain/habitat-types'
import { METRIC_HABITATS } from '#domain/metric/habitats'
import { unitsOf, type Units } from '#domain/units'
import {
  METRIC_EDITIONS,
  METRIC_LAYOUTS,
  type Meaning,
  type MetricEdition,
  type SheetLayout,
} from '#domain/workbook/layouts'
import type { MetricLine, WorkbookReading } from '#domain/workbook/reading'
import { type Book, Unread } from './book.ts'
import { type Cell, type Cells, cellsOf } from './book-cells.ts'
import { figureIn, plain, resultIn, yearsIn } from './book-figures.ts'

const START = 'Start'
/** Where the workbook says which edition it is. */
const EDITION_CELL = 'D8'

/** Is it a workbook of the metric, by its sheets? */
export const isMetric = ({ sheets }: Book): boolean =>
  sheets.includes(START) && METRIC_LAYOUTS.statutory.some(({ name }) => sheets.includes(name))

/** What a workbook of the metric says, row by row. Throws `Unread`, with the sheet and the cell that it is about. */
export const metricIn = (book: Book): WorkbookReading => {
  const edition = editionOf(book)
  const layouts = METRIC_LAYOUTS[edition].filter(({ name }) => book.sheets.includes(name))
  const lines: MetricLine[] = []
  for (const layout of layouts) {
    const found = linesOf(book, layout)
    lines.push(...(layout.part === 'enhancement' ? withBaseline(found, lines, layout) : found))
  }
  if (lines.length === 0)
    throw new Unread(
      'No habitat is filled in in the metric workbook. Fill in its sheets A-1 to F-3, save it, and upload that.',
    )
  return { kind: 'metric', edition, lines }
}

const editionOf = (book: Book): MetricEdition => {
  const start = cellsOf(book, START, { columns: null, rows: [1, 12] })
  const said = start.get(EDITION_CELL)
  const number = said?.number?.toFixed(1) ?? /\d\.\d/.exec(said?.text ?? '')?.[0]
  const known = METRIC_EDITIONS.find(edition => edition === number)
  if (known) return known
  if ([...start.values()].some(({ text }) => plain(text).includes('statutory biodiversity metric')))
    return 'statutory'
  throw new Unread(
    `The workbook is of another edition of the metric (${START}, cell ${EDITION_CELL}: ${said?.text ?? 'nothing'}). Copy the figures into the statutory edition, or 4.0 or 4.1, and upload that.`,
  )
}

const linesOf = (book: Book, layout: SheetLayout): MetricLine[] => {
  const { name, headings, last } = layout
  const columns = new Set(layout.columns.map(({ letters }) => letters))
  const cells = cellsOf(book, name, { columns, rows: [headings - 1, last] })
  refuseOtherHeadings(cells, layout)
  return Array.from({ length: last - headings }, (_, at) => headings + 1 + at).flatMap(
    row => lineAt(cells, layout, row) ?? [],
  )
}

const refuseOtherHeadings = (cells: Cells, { name, headings, columns }: SheetLayout): void => {
  for (const { letters, heading } of columns) {
    const said = [headings - 1, headings]
      .map(row => plain(cells.get(`${letters}${row}`)?.text ?? ''))
      .join(' ')
    if (!heading.some(words => said.includes(words)))
      throw new Unread(
        `Column ${letters} of “${name}” should be headed “${heading[0]}”, and is not: a column was added or taken away. Copy the figures into an empty metric workbook and upload that.`,
      )
  }
}

const TRADED = new Map(HABITAT_TYPES.map(type => [type.id, type]))
const IDS = new Map(METRIC_HABITATS.map(({ id, label }) => [plain(label), id]))

/** What the tables of the metric, and the market, know of a habitat. */
const knownAs = (label: string) => {
  const id = IDS.get(plain(label)) ?? null
  const traded = id === null ? undefined : TRADED.get(id)
  return {
    habitatType: id,
    broadHabitat: traded?.broadHabitat ?? null,
    distinctiveness: traded?.distinctiveness,
  }
}

const CONDITION_OF = new Map<string, Condition>(CONDITIONS.map(one => [plain(CONDITION_LABELS[one]), one]))
const BAND_OF = new Map<string, Distinctiveness>([
  ...DISTINCTIVENESS.map(band => [band.toLowerCase(), band] as const),
  ['v.high', 'VeryHigh'],
  ['very high', 'VeryHigh'],
])

/** A row with a habitat in it; nothing for an empty one. */
const lineAt = (cells: Cells, layout: SheetLayout, row: number): MetricLine | undefined => {
  const { name, module, part, isOnSite } = layout
  const addresses = Object.fromEntries(
    layout.columns.map(({ meaning, letters }) => [meaning, `${letters}${row}`]),
  ) as Partial<Record<Meaning, string>>
  const cell = (meaning: Meaning): Cell | undefined => cells.get(addresses[meaning] ?? '')
  const says = (meaning: Meaning): string | null => textIn(cell(meaning))
  const figure = (meaning: Meaning, what: string): Units | null => {
    const found = figureIn(cell(meaning), name, what)
    return found === null ? null : unitsOf(found)
  }
  const result = (meaning: Meaning): Units | null => resultIn(cell(meaning))
  const habitat = says('habitat')
  // The area of what is made better is worked out by the workbook; the rest is typed.
  const size = part === 'enhancement' ? (result('size') ?? 0) : figure('size', 'size')
  if (habitat === null) {
    if (part !== 'enhancement' && size !== null && size > 0)
      throw new Unread(
        `Row ${row} of “${name}” has a size and no habitat. Choose its habitat, save the workbook and upload that.`,
      )
    return undefined
  }
  if (size === null)
    throw new Unread(
      `Row ${row} of “${name}” has a habitat and no size. Fill in ${addresses.size}, save the workbook and upload that.`,
    )
  const label = labelOf(module, says('broad'), habitat)
  const { distinctiveness, ...known } = knownAs(label)
  return {
    id: `${name.slice(0, 3)}!${row}`,
    ...{ sheet: name, row, part, module, isOnSite, size, habitat: label },
    ref: says('ref'),
    ...known,
    distinctiveness: distinctiveness ?? BAND_OF.get(plain(says('distinctiveness') ?? '')) ?? null,
    condition: CONDITION_OF.get(plain(says('condition') ?? '')) ?? null,
    significance: says('significance'),
    advance: yearsIn(cell('advance'), name) ?? 0,
    delay: yearsIn(cell('delay'), name) ?? 0,
    years: resultYears(cell('years')),
    units: result('units'),
    unitsLost: result('unitsLost'),
    unitsEnhanced: part === 'baseline' ? result('unitsEnhanced') : null,
    cells: addresses,
    ...(part === 'baseline' && {
      retained: figure('retained', 'part that stays') ?? 0,
      enhanced: figure('enhanced', 'part made better') ?? 0,
    }),
  }
}

const textIn = (cell: Cell | undefined): string | null =>
  cell === undefined || cell.isError || cell.text === '' ? null : cell.text.slice(0, 200)

/** Habitats of an area are named with their broad habitat before them, as the tables of the metric do. */
const labelOf = (module: SheetLayout['module'], broad: string | null, habitat: string): string => {
  if (module === 'Linear') return `Hedgerow - ${habitat}`
  if (module === 'River') return `Watercourse - ${habitat}`
  return module === 'Area' && broad !== null ? `${broad} - ${habitat}` : habitat
}

const MOST_YEARS = 30

const resultYears = (cell: Cell | undefined): number | null => {
  if (cell === undefined || cell.isError) return null
  if (plain(cell.text).startsWith('30+')) return MOST_YEARS
  const { number } = cell
  return number !== undefined && number >= 0 && number <= MOST_YEARS ? Math.round(number) : null
}

/**
 * What is made better, with what the baseline says of it. The workbook looks these up by formulas; where their results were
 * not saved, its own order is followed: the first row is the first parcel of which a part is made better.
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
      throw new Unread(
        `Row ${line.row} of “${line.sheet}” makes no parcel better. Fill in the size to be made better in the baseline, save the workbook in Excel and upload that.`,
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

/** The broad habitat is worked out too: where it is unknown, it is that of the parcel. */
const renamed = (line: MetricLine, parcel: MetricLine): Partial<MetricLine> => {
  const broad = parcel.habitat.split(' - ')[0] ?? ''
  const habitat = `${broad} - ${line.habitat}`
  const { distinctiveness = line.distinctiveness, ...known } = knownAs(habitat)
  return known.habitatType === null ? {} : { habitat, ...known, distinctiveness }
}
