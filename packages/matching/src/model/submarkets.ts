import { restrictBlocksToColumns } from './open-blocks.ts'
import type { MarketProgram, Row } from './program.ts'
import { isImpliedByAnyRow, removeImpliedRows } from './rows.ts'

/** An independent part of a market, with the origin of its columns. */
export interface Submarket {
  program: MarketProgram
  /** For each column of the part, its index in the whole. */
  from: number[]
}

/** A row restricted to some columns. */
const restricted = (row: Row, stays: (column: number) => boolean): Row => {
  const kept = row.columns.flatMap((column, k) => (stays(column) ? [k] : []))
  return {
    ...row,
    columns: kept.map(k => row.columns[k]!),
    coefficients: kept.map(k => row.coefficients[k]!),
  }
}

/** Program of some columns of a market, under the rows restricted to them. */
export const restrictToColumns = (
  program: MarketProgram,
  from: number[],
  rows: readonly Row[],
): Submarket => {
  const at = new Map(from.map((column, index) => [column, index]))
  const own = rows
    .map(row => restricted(row, column => at.has(column)))
    .map(row => ({ ...row, columns: row.columns.map(column => at.get(column)!) }))
  const columns = from.map(column => program.columns[column]!)
  const blocks = restrictBlocksToColumns(program.blocks ?? [], at)
  const flowing = restrictBlocksToColumns(program.flowing ?? [], at)
  return {
    from,
    program: { players: program.players, columns, rows: removeImpliedRows(own), blocks, flowing },
  }
}

/** Copies a market without the columns marked as gone. */
export const removeColumns = (program: MarketProgram, gone: readonly boolean[]): Submarket => {
  const from = program.columns.flatMap((_, at) => (gone[at] ? [] : [at]))
  return restrictToColumns(program, from, program.rows)
}

const groupsBy = (size: number, ties: Iterable<readonly number[]>): number[] => {
  const leader = Array.from({ length: size }, (_, at) => at)
  const lead = (at: number): number => {
    let top = at
    while (leader[top] !== top) top = leader[top] = leader[leader[top]!]!
    return top
  }
  for (const tie of ties) for (const other of tie) leader[lead(other)] = lead(tie[0]!)
  return leader.map((_, at) => lead(at))
}

/** For each organisation with several columns, its columns. */
const holdings = (program: MarketProgram): number[][] => {
  const held = new Map<number, number[]>()
  program.columns.forEach(({ player }, at) => {
    if (player >= 0) held.set(player, [...(held.get(player) ?? []), at])
  })
  return [...held.values()]
}

/** For every need of an open block, its columns and those of its suppliers. */
const supplied = ({ blocks = [] }: MarketProgram): number[][] =>
  blocks.flatMap(({ needs, supplies }) =>
    needs.map(({ amounts, from }) => [
      ...amounts.keys(),
      ...from.flatMap(supply => [...supplies[supply]!.keys()]),
    ]),
  )

const piecesOf = (row: Row, leaders: readonly number[]): Row[] =>
  [...new Set(row.columns.map(column => leaders[column]!))].map(leader =>
    restricted(row, column => leaders[column] === leader),
  )

/**
 * Rows over several needs that connect columns which no row of a single need connects. The row of a need may be
 * missing because an earlier period needs more; then a row over several says more than the rows of its pieces.
 */
const connecting = ({ rows }: MarketProgram, leaders: readonly number[]): Row[] => {
  const within = rows.filter(row => new Set(row.columns.map(column => leaders[column])).size === 1)
  return rows.filter(row => {
    if (row.union !== true) return false
    const pieces = piecesOf(row, leaders)
    return pieces.length > 1 && !pieces.every(piece => isImpliedByAnyRow(piece, within))
  })
}

/**
 * Splits a market where nothing connects it: rows connect columns and, for pricing, an organisation connects all its
 * own. Surplus is the sum over the parts, and so are shares (the Shapley value is additive).
 */
export const splitIntoSubmarkets = (program: MarketProgram, byOrganisation: boolean): Submarket[] => {
  const own = program.rows.filter(({ union, columns }) => union !== true && columns.length > 0)
  const ties = [
    ...own.map(row => row.columns),
    ...supplied(program).filter(columns => columns.length > 0),
    ...(byOrganisation ? holdings(program) : []),
  ]
  const among = connecting(program, groupsBy(program.columns.length, ties))
  const leaders = groupsBy(program.columns.length, [...ties, ...among.map(row => row.columns)])
  const columns = new Map<number, number[]>()
  leaders.forEach((leader, at) => columns.set(leader, [...(columns.get(leader) ?? []), at]))
  const rows = new Map<number, Row[]>([...columns.keys()].map(leader => [leader, []]))
  for (const row of program.rows)
    for (const leader of new Set(row.columns.map(column => leaders[column]!))) rows.get(leader)!.push(row)
  return [...columns].map(([leader, from]) => restrictToColumns(program, from, rows.get(leader)!))
}
