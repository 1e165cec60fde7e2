import { readSourceFile } from '../source-file.ts'

/** A cell: the words of the specification and those of the product. One of the two is null if only the other has any. */
export interface SpecificationCell {
  specified: string | null
  actual: string | null
}

/** A line of a table of the specification. */
export interface SpecificationRow {
  /** Its subject, from its first cells. */
  name: string
  /** Its first cells except the last of them; null if there is only one. */
  place: string | null
  /** The last of its first cells, which the specification may name differently, or not at all. */
  key: SpecificationCell
  cells: Readonly<Record<string, SpecificationCell>>
  section: string
  /** The decision to differ, or to add something; empty if there is nothing to decide. */
  decision: string
}

/** A table of the specification as it is written. */
export interface SpecificationTable {
  title: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** The last two columns of every table. */
const REFERENCES = ['§', 'Decision']

const cellsIn = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim())

/** Reads the tables of a document, each under a heading of its own. */
export const readTables = (path: string): SpecificationTable[] =>
  readSourceFile(path)
    .text.split(/^## /m)
    .slice(1)
    .map(part => {
      const [title = '', ...lines] = part.split('\n')
      const [head = '', , ...rows] = lines.filter(line => line.startsWith('|'))
      return { title, columns: cellsIn(head), rows: rows.map(cellsIn) }
    })

const orNone = (words: string): string | null => (words === 'none' || words === '' ? null : words)

/**
 * Reads a cell. `words` are those of specification and product; `words → others` those of the specification and the
 * product’s replacement; `*words*` those of the product where the specification leaves it open.
 */
const readCell = (text: string): SpecificationCell => {
  const [, open] = /^\*(.+)\*$/.exec(text) ?? []
  if (open !== undefined) return { specified: null, actual: open }
  const [specified = '', actual = specified] = text.split(' → ')
  return { specified: orNone(specified), actual: orNone(actual) }
}

/** Reads a line; the first `keyCount` cells give its subject. */
export const readRow = (
  columns: readonly string[],
  keyCount: number,
  texts: readonly string[],
): SpecificationRow => {
  const place = keyCount === 1 ? null : texts.slice(0, keyCount - 1).join(' ')
  const key = readCell(texts[keyCount - 1] ?? '')
  const compared = columns.slice(keyCount, columns.length - REFERENCES.length)
  return {
    name: [place, key.actual ?? key.specified].filter(Boolean).join(' '),
    place,
    key,
    cells: Object.fromEntries(compared.map((column, at) => [column, readCell(texts[keyCount + at] ?? '')])),
    section: texts[columns.length - 2] ?? '',
    decision: texts[columns.length - 1] ?? '',
  }
}

/** The product’s data: the words of each column, by the name of a line. */
export type ProductTableData = ReadonlyMap<string, Readonly<Record<string, string | null>>>

/** The decisions by which the product differs, and the words of the specification that each replaces. */
export type SpecificationDifferences = ReadonlyMap<string, ReadonlySet<string>>

/** The sections of the specification. */
const SECTIONS = new Set(['1', '2', '3', '4', '5', '6', '7', '8', '9'])

/** Errors in a line itself: in its subject, its section and its decision. */
const wrongByItself = (
  { key, cells, section, decision }: SpecificationRow,
  differences: SpecificationDifferences,
): string[] => {
  const all = [key, ...Object.values(cells)]
  const specified = all.flatMap(cell => cell.specified ?? [])
  const setAside = all.flatMap(cell => (cell.specified === cell.actual ? [] : (cell.specified ?? [])))
  const isAddition = specified.length === 0 && section === ''
  const isToDecide = setAside.length > 0 || isAddition
  const listed = differences.get(decision)
  return [
    ...(key.specified === null && key.actual === null ? ['Say what it is about'] : []),
    ...(specified.length > 0 && section === '' ? ['Name the section of the specification'] : []),
    ...(section !== '' && !SECTIONS.has(section) ? [`The specification has no section ${section}`] : []),
    ...(isToDecide && decision === '' ? ['Name the decision'] : []),
    ...(!isToDecide && decision !== '' ? ['There is nothing to decide'] : []),
    ...(decision !== '' && !listed ? [`Decision 0035 does not list ${decision}`] : []),
    ...setAside
      .filter(words => listed && !listed.has(words))
      .map(words => `Decision 0035 does not say that the specification has “${words}”`),
  ]
}

const isDirectlyIn = (name: string, place: string | null): boolean =>
  name.startsWith(`${place} `) && !name.slice(`${place} `.length).includes(' ')

/** Compares a line with the product. Returns sentences; none if they agree and the line names its section or decision. */
const complaintsOf = (
  row: SpecificationRow,
  product: ProductTableData,
  differences: SpecificationDifferences,
): string[] => {
  const actual = product.get(row.name)
  const complaints = wrongByItself(row, differences)
  if (row.key.actual === null) {
    const isPlaceKnown = row.place === null || [...product.keys()].some(name => isDirectlyIn(name, row.place))
    return [
      ...complaints,
      ...(actual ? ['The product has it'] : []),
      ...(isPlaceKnown ? [] : [`The product has no ${row.place}`]),
    ]
  }
  if (!actual) return [...complaints, 'The product has no such thing']
  const differing = Object.entries(row.cells).filter(
    ([column, cell]) => cell.actual !== (actual[column] ?? null),
  )
  return [
    ...complaints,
    ...differing.map(
      ([column, cell]) =>
        `${column} is “${cell.actual}” in the table and “${actual[column] ?? null}” in the product`,
    ),
  ]
}

/** Compares a whole table with the product: complaints by the names of lines; with `isWhole`, also about missing lines. */
export const compareTableWithProduct = (
  rows: readonly SpecificationRow[],
  product: ProductTableData,
  differences: SpecificationDifferences,
  isWhole: boolean,
): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  const add = (name: string, complaints: readonly string[]) => {
    if (complaints.length > 0) found.set(name, [...(found.get(name) ?? []), ...complaints])
  }
  const names = new Set<string>()
  for (const row of rows) {
    if (names.has(row.name)) add(row.name, ['There are two such lines'])
    names.add(row.name)
    add(row.name, complaintsOf(row, product, differences))
  }
  if (isWhole)
    for (const name of product.keys()) if (!names.has(name)) add(name, ['The table has no such line'])
  return found
}
