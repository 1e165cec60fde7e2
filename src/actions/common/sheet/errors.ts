import { groupBy } from '#domain/values/grouped'

const MOST_FAULTS = 50
const MOST_ROWS = 10

/** A fault of a row of a list, or of the whole list, with the cell's remedy if it is about one cell. */
export interface SheetError {
  line: number | null
  what: string
  remedy?: 'Correct' | 'Fill in'
  /** Column and message, if the fault is about one cell, for programs. */
  cell?: { column: string; message: string }
}

const REMEDIES = {
  Correct: { cell: 'Correct this cell.', cells: 'Correct these cells.' },
  'Fill in': { cell: 'Fill in this cell.', cells: 'Fill in these cells.' },
}

const rowsText = (lines: readonly number[]): string => {
  if (lines.length === 1) return `Row ${lines[0]}`
  const more = lines.length - MOST_ROWS
  const all = more > 0 ? [...lines.slice(0, MOST_ROWS), `${more} more`] : lines
  return `Rows ${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

const sayTogether = (alike: readonly SheetError[]): string => {
  const lines = [...new Set(alike.flatMap(({ line }) => line ?? []))]
  const { what = '', remedy } = alike[0] ?? {}
  const said = lines.length === 0 ? what : `${rowsText(lines)}, ${what}`
  return remedy ? `${said}. ${REMEDIES[remedy][lines.length > 1 ? 'cells' : 'cell']}` : said
}

/**
 * Formats the faults of each list as lines, with a number for the rest; lists without faults are left out. The same fault in
 * several rows is one line that names them.
 */
export const formatSheetErrors = <L extends string>(faults: { [N in L]?: SheetError[] }): {
  [N in L]?: string
} => {
  const found: { [N in L]?: string } = {}
  for (const list in faults) {
    const alike = groupBy(faults[list] ?? [], ({ what, remedy }) => `${remedy ?? ''} ${what}`)
    const lines = alike.map(([, some]) => sayTogether(some))
    const more = lines.length - MOST_FAULTS
    const last = more > 0 ? [`and ${more} more`] : []
    if (lines.length > 0) found[list] = [...lines.slice(0, MOST_FAULTS), ...last].join('\n')
  }
  return found
}
