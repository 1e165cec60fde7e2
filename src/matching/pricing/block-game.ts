import type { Cut } from '../model/connectors.ts'
import type { Game } from './tables.ts'

/** Sets are bits of a number. */
const MOST_BITS = 30

/**
 * A block of a cut market as a game of its own, its connectors and winners by their places in the cut and among all
 * winners; null where it has more of them than bits.
 */
export const blockGame = (
  { program, from }: Cut['blocks'][number],
  cut: Cut,
  winnerOf: Int32Array,
): Game | null => {
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
