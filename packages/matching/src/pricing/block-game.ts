import type { ConnectorCut } from '../model/connectors.ts'
import type { MarketProgram } from '../model/program.ts'

/**
 * A market, or a block of one, all of whose sets are to be valued. Members of a set are connectors, funded at no cost
 * (the low bits), and winners (the bits above).
 */
export interface CoalitionGame {
  program: MarketProgram
  /** The member that owns each column; -1 if it is always present. */
  memberOf: Int32Array
  connectors: number[]
  winners: number[]
}

/** Most members that a set can have, because sets are stored as bit masks. */
const MOST_BITS = 30

/**
 * A block of a cut market as its own game, with connectors and winners by their indices in the cut and among all
 * winners; null if it has more than fit into a bit mask.
 */
export const createBlockGame = (
  { program, from }: ConnectorCut['blocks'][number],
  cut: ConnectorCut,
  winnerOf: Int32Array,
): CoalitionGame | null => {
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
