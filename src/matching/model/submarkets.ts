import { blocksWithin } from './open-blocks.ts'
import type { Program, Row } from './program.ts'
import { follows, withoutRepeats } from './rows.ts'

/** A part of a market that has nothing to do with the rest, and where its columns come from. */
export interface Submarket {
  program: Program
  /** For each column of the part, its index in the whole. */
  from: number[]
}

/** What a row says of some columns alone. */
const restricted = (row: Row, stays: (column: number) => boolean): Row => {
  const kept = row.columns.flatMap((column, k) => (stays(column) ? [k] : []))
  return {
    ...row,
    columns: kept.map(k => row.columns[k]!),
    coefficients: kept.map(k => row.coefficients[k]!),
  }
}

/** Some columns of a market, under what its rows say of them. */
export const partOf = (program: Program, from: number[], rows: readonly Row[]): Submarket => {
  const at = new Map(from.map((column, index) => [column, index]))
  const own = rows
    .map(row => restricted(row, column => at.has(column)))
    .map(row => ({ ...row, columns: row.columns.map(column => at.get(column)!) }))
  const columns = from.map(column => program.columns[column]!)
  const blocks = blocksWithin(program.blocks ?? [], at)
  const flowing = blocksWithin(program.flowing ?? [], at)
  return { from, program: { players: program.players, columns, rows: withoutRepeats(own), blocks, flowing } }
}

/** The same market without the columns that are gone. */
export const without = (program: Program, gone: readonly boolean[]): Submarket => {
  const from = program.columns.flatMap((_, at) => (gone[at] ? [] : [at]))
  return partOf(program, from, program.rows)
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

/** Columns of one organisation, as ties between them. */
const holdings = (program: Program): number[][] => {
  const held = new Map<number, number[]>()
  program.columns.forEach(({ player }, at) => {
    if (player >= 0) held.set(player, [...(held.get(player) ?? []), at])
  })
  return [...held.values()]
}

/** In open blocks, every need with those who supply it. */
const supplied = ({ blocks = [] }: Program): number[][] =>
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
 * Rows over several needs that connect what no row of one need does. The row of a need may not be there, because an
 * earlier period asks more of it; a row over several then says more than the rows of its pieces.
 */
const connecting = ({ rows }: Program, leaders: readonly number[]): Row[] => {
  const within = rows.filter(row => new Set(row.columns.map(column => leaders[column])).size === 1)
  return rows.filter(row => {
    if (row.union !== true) return false
    const pieces = piecesOf(row, leaders)
    return pieces.length > 1 && !pieces.every(piece => follows(piece, within))
  })
}

/**
 * Parts a market where nothing connects: rows connect columns, and for pricing an organisation connects all
 * its own.
 * Surplus adds up over the parts, and so do shares (the Shapley value is additive).
 */
export const submarkets = (program: Program, byOrganisation: boolean): Submarket[] => {
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
  return [...columns].map(([leader, from]) => partOf(program, from, rows.get(leader)!))
}
