import type { MarketProgram, Row } from './program.ts'
import { restrictToColumns, type Submarket } from './submarkets.ts'

/** A market cut at the few projects that hold it together: once those are decided, it falls into blocks. */
export interface ConnectorCut {
  /** Columns of the projects to decide first. */
  connectors: number[]
  /** Rows among connectors alone. */
  rows: Row[]
  /**
   * Each block with the connectors that it touches. They cost nothing within it: their price is counted once,
   * outside.
   */
  blocks: Submarket[]
}

/** With more connectors than this, deciding them first does not help. */
const MOST_CONNECTORS = 14

const isBalance = (row: Row): boolean => !row.equal && row.limit === 0

/** Marks columns that only supply. */
const suppliersOf = (program: MarketProgram): boolean[] => {
  const supplier = program.columns.map(({ player, whole, value }) => player >= 0 && whole && value <= 0)
  for (const row of program.rows)
    row.columns.forEach((column, at) => {
      if (row.equal || (isBalance(row) && row.coefficients[at]! > 0)) supplier[column] = false
    })
  const mixed = program.rows.filter(row => !isBalance(row) && row.columns.some(column => !supplier[column]))
  for (const column of mixed.flatMap(row => row.columns)) supplier[column] = false
  return supplier
}

/**
 * Union-find over columns that share a row; a supplier joins only the suppliers that it excludes. Needs that share a
 * supply are joined by the union row over both.
 */
const joined = (program: MarketProgram, supplier: readonly boolean[]): ((column: number) => number) => {
  const leader = program.columns.map((_, at) => at)
  const lead = (at: number): number => (leader[at] === at ? at : (leader[at] = lead(leader[at]!)))
  for (const row of program.rows) {
    const tied = isBalance(row) ? row.columns.filter(column => !supplier[column]) : row.columns
    for (const column of tied) leader[lead(column)] = lead(tied[0]!)
  }
  return lead
}

/** Finds where to cut a market; null if no set of at most `most` projects holds it together. */
export const findConnectorCut = (program: MarketProgram, most = MOST_CONNECTORS): ConnectorCut | null => {
  const supplier = suppliersOf(program)
  const lead = joined(program, supplier)
  const touches = new Map<number, Set<number>>()
  for (const row of program.rows.filter(isBalance)) {
    const needs = row.columns.filter(column => !supplier[column]).map(lead)
    for (const column of row.columns.filter(at => supplier[at])) {
      const blocks = touches.get(lead(column)) ?? new Set<number>()
      for (const need of needs) blocks.add(need)
      touches.set(lead(column), blocks)
    }
  }
  const all = program.columns.map((_, at) => at)
  const connectors = all.filter(at => supplier[at] && (touches.get(lead(at))?.size ?? 0) > 1)
  if (connectors.length === 0 || connectors.length > most) return null
  const isConnector = new Set(connectors)
  const home = (column: number): number | undefined =>
    supplier[column] ? [...(touches.get(lead(column)) ?? [])][0] : lead(column)
  const free = {
    ...program,
    columns: program.columns.map((column, at) => (isConnector.has(at) ? { ...column, value: 0 } : column)),
  }
  const leaders = new Set(all.filter(at => !supplier[at]).map(lead))
  const blocks = [...leaders].map(block => {
    const own = all.filter(at =>
      isConnector.has(at) ? touches.get(lead(at))!.has(block) : home(at) === block,
    )
    return restrictToColumns(
      free,
      own,
      program.rows.filter(row => isBalance(row) || row.columns.every(at => !isConnector.has(at))),
    )
  })
  const rows = program.rows.filter(
    row => row.columns.length > 0 && row.columns.every(at => isConnector.has(at)),
  )
  return { connectors, rows: rows.filter(row => !isBalance(row)), blocks }
}
