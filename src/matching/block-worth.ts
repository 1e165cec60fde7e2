import type { Cut } from './connectors.ts'
import { evaluator } from './evaluator.ts'
import type { Game } from './tables.ts'

/** What a set is worth, and which of it are really used, as bits. Every set between the two is worth as much. */
export interface Interval {
  members: number
  used: number
  value: number
}

/** One block of a cut market; its connectors and winners by their places in the cut and among all winners. */
export type Block = Game

/** Sets are bits of a number. */
const MOST_BITS = 30

/** A block of a cut market; null where it has more winners and connectors than bits. */
export const blockOf = (
  { program, from }: Cut['blocks'][number],
  cut: Cut,
  winnerOf: Int32Array,
): Block | null => {
  const connectors = cut.connectors.flatMap((column, at) => (from.includes(column) ? [at] : []))
  const own = from.filter(column => !cut.connectors.includes(column) && winnerOf[column]! >= 0)
  const winners = [...new Set(own.map(column => winnerOf[column]!))].toSorted((a, b) => a - b)
  if (connectors.length + winners.length > MOST_BITS) return null
  const memberOf = Int32Array.from(from, column => {
    const connector = cut.connectors.indexOf(column)
    if (connector >= 0) return connectors.indexOf(connector)
    return winnerOf[column]! < 0 ? -1 : connectors.length + winners.indexOf(winnerOf[column]!)
  })
  return { connectors, winners, program, memberOf }
}

/** Works out the worth of single sets of a block. */
export const solverOf = ({ program, memberOf }: Block, pulse: () => void): ((set: number) => Interval) => {
  const worthOf = evaluator(program, pulse)
  return members => {
    const present = Uint8Array.from(memberOf, member => (member < 0 ? 1 : (members >> member) & 1))
    const achieved = worthOf(present, 0)
    if (achieved === null) return { members, used: 0, value: 0 }
    const bitOf = (column: number): number => (memberOf[column]! < 0 ? 0 : 1 << memberOf[column]!)
    const used = achieved.chosen.reduce((set, column) => set | bitOf(column), 0)
    return { members, used, value: achieved.value }
  }
}
