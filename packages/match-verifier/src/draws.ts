import type { RecordedComponentValues, RecordedSample } from './filed.ts'
import type { VerifierRound } from './round.ts'
import {
  findConnectingProjects,
  createBlockValueFunction,
  expandBlockTables,
  toFundedConnectorSet,
  type FundedConnectorSet,
  type WinnerPresence,
} from './tables.ts'

/**
 * Filed values of a component with too many winners to enumerate: a sample of sets, each combined with every
 * subset of the winners that are in blocks.
 */
export interface RecordedDraws {
  winners: readonly string[]
  /** Winners that are drawn, and those in blocks. */
  drawn: readonly string[]
  others: readonly string[]
  /** Every drawn set and its complement, by the winners drawn. */
  sets: readonly WinnerPresence[]
  /** Value of a drawn set together with one subset of the winners that are in blocks. */
  valueOf: (set: number, present: WinnerPresence) => number
}

/** Limit of filed draws. */
const MOST_FILED = 20_000

const has = (set: number, at: number): number => Math.floor(set / 2 ** at) % 2

/**
 * Checks that the draws are those for this number of batches: the empty set, each single winner, then one set of
 * every size per batch.
 */
const orderFault = ({ winners, batches, draws }: RecordedSample, of: string): string | null => {
  const many = winners.length
  const sizes = Math.max(0, Math.floor(many / 2) - 1)
  if (draws.length !== Math.min(MOST_FILED, 1 + many + batches * sizes))
    return `${of} has the wrong number of draws for its batches`
  const isRight = draws.every(([set], at) => {
    if (set >= 2 ** many) return false
    if (at === 0) return set === 0
    if (at <= many) return set === 2 ** (at - 1)
    const size = winners.reduce((sum, _, player) => sum + has(set, player), 0)
    return size === 2 + ((at - 1 - many) % sizes)
  })
  return isRight ? null : `${of} has draws of the wrong sizes`
}

/** Reads the drawn values of a part, or returns a sentence with the error. */
export const readRecordedDraws = (
  round: VerifierRound,
  part: RecordedComponentValues,
  sample: RecordedSample,
  of: string,
): RecordedDraws | string => {
  const { winners: drawn, connectors: names, ways: sets, draws } = sample
  const disorder = orderFault(sample, of)
  if (disorder !== null) return disorder
  const tables = expandBlockTables(part, of)
  if (typeof tables === 'string') return tables
  const others = [...new Set(tables.flatMap(table => table.winners))]
  if ([...drawn, ...others].toSorted().join('\n') !== part.winners.toSorted().join('\n'))
    return `${of} does not draw exactly the winners that are in no block`
  const connectors = findConnectingProjects(round, names, of)
  if (typeof connectors === 'string') return connectors
  const ways: FundedConnectorSet[] = []
  for (const set of sets) {
    const way = toFundedConnectorSet(round, connectors, set)
    if (way === null) return `${of} funds connectors that exclude each other`
    ways.push(way)
  }
  if (draws.some(([, values, rest]) => values.length !== ways.length || rest.length !== ways.length))
    return `${of} has draws without a value for every way to fund its connectors`
  const { look, worth } = createBlockValueFunction(tables, ways, others)
  const owners = ways.map(way => way.owners.map(owner => others.indexOf(owner)).filter(at => at >= 0))
  const valueOf = (at: number, present: WinnerPresence): number => {
    const values = draws[at >> 1]![1 + (at & 1)]
    look(present)
    let best = -Infinity
    ways.forEach((_, way) => {
      const value = Array.isArray(values) ? values[way] : null
      if (value === null || value === undefined) return
      if (!owners[way]!.every(owner => present[owner] === 1)) return
      best = Math.max(best, value + worth(way))
    })
    return best
  }
  const both = draws.flatMap(([set]) => [
    Uint8Array.from(drawn, (_, at) => has(set, at)),
    Uint8Array.from(drawn, (_, at) => 1 - has(set, at)),
  ])
  return { winners: part.winners, drawn, others, sets: both, valueOf }
}
