import { blocksWithin } from './open-blocks.ts'
import type { Program, Row } from './program.ts'
import { withoutRepeats } from './rows.ts'

/** A part of a market that has nothing to do with the rest, and where its columns come from. */
export interface Submarket {
  program: Program
  /** For each column of the part, its index in the whole. */
  from: number[]
}

/** Some columns of a market, under what its rows say of them. */
export const partOf = (program: Program, from: number[], rows: readonly Row[]): Submarket => {
  const at = new Map(from.map((column, index) => [column, index]))
  const restricted = rows.map(row => {
    const kept = row.columns.flatMap((column, k) => (at.has(column) ? [k] : []))
    const coefficients = kept.map(k => row.coefficients[k]!)
    return { ...row, columns: kept.map(k => at.get(row.columns[k]!)!), coefficients }
  })
  const columns = from.map(column => program.columns[column]!)
  const blocks = blocksWithin(program.blocks ?? [], at)
  return { from, program: { players: program.players, columns, rows: withoutRepeats(restricted), blocks } }
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

/**
 * Parts a market where nothing connects: rows connect columns, and for pricing an organisation connects all
 * its own.
 * Surplus adds up over the parts, and so do shares (the Shapley value is additive).
 */
export const submarkets = (program: Program, byOrganisation: boolean): Submarket[] => {
  const own = program.rows.filter(({ union, columns }) => union !== true && columns.length > 0)
  const leaders = groupsBy(program.columns.length, [
    ...own.map(row => row.columns),
    ...(byOrganisation ? holdings(program) : []),
  ])
  const columns = new Map<number, number[]>()
  leaders.forEach((leader, at) => columns.set(leader, [...(columns.get(leader) ?? []), at]))
  const rows = new Map<number, Row[]>([...columns.keys()].map(leader => [leader, []]))
  for (const row of program.rows)
    for (const leader of new Set(row.columns.map(column => leaders[column]!))) rows.get(leader)!.push(row)
  return [...columns].map(([leader, from]) => partOf(program, from, rows.get(leader)!))
}
