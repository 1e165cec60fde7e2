import type { FiledPart, FiledSample } from './filed.ts'
import type { Round } from './round.ts'
import { connectorsOf, reader, tablesOf, wayOf, type FundedWay, type Present } from './tables.ts'

/** What is filed of a part with too many winners: values of some drawn sets of them, and all of others in blocks. */
export interface FiledDraws {
  winners: readonly string[]
  /** Winners that are drawn, and those that are in blocks. */
  drawn: readonly string[]
  others: readonly string[]
  /** Every drawn set and its complement, by the winners drawn. */
  sets: readonly Present[]
  /** What a drawn set is worth with some of the winners in blocks. */
  valueOf: (set: number, present: Present) => number
}

/** No more draws than this are filed. */
const MOST_FILED = 20_000

const has = (set: number, at: number): number => Math.floor(set / 2 ** at) % 2

/** Are the draws those that the number of batches asks for: nobody, everybody by itself, then one of every size? */
const orderFault = ({ winners, batches, draws }: FiledSample, of: string): string | null => {
  const many = winners.length
  const sizes = Math.max(0, Math.floor(many / 2) - 1)
  if (draws.length !== Math.min(MOST_FILED, 1 + many + batches * sizes))
    return `${of} has not as many draws as its batches ask for`
  const isRight = draws.every(([set], at) => {
    if (set >= 2 ** many) return false
    if (at === 0) return set === 0
    if (at <= many) return set === 2 ** (at - 1)
    const size = winners.reduce((sum, _, player) => sum + has(set, player), 0)
    return size === 2 + ((at - 1 - many) % sizes)
  })
  return isRight ? null : `${of} has draws of other sizes than are drawn`
}

/** Reads the drawn values of a part; what is wrong with them is a sentence. */
export const drawsOf = (
  round: Round,
  part: FiledPart,
  sample: FiledSample,
  of: string,
): FiledDraws | string => {
  const { winners: drawn, connectors: names, ways: sets, draws } = sample
  const disorder = orderFault(sample, of)
  if (disorder !== null) return disorder
  const tables = tablesOf(part, of)
  if (typeof tables === 'string') return tables
  const others = [...new Set(tables.flatMap(table => table.winners))]
  if ([...drawn, ...others].toSorted().join('\n') !== part.winners.toSorted().join('\n'))
    return `${of} does not draw exactly the winners that are in no block`
  const connectors = connectorsOf(round, names, of)
  if (typeof connectors === 'string') return connectors
  const ways: FundedWay[] = []
  for (const set of sets) {
    const way = wayOf(round, connectors, set)
    if (way === null) return `${of} funds connectors that exclude each other`
    ways.push(way)
  }
  if (draws.some(([, values, rest]) => values.length !== ways.length || rest.length !== ways.length))
    return `${of} has draws without a value for every way to fund its connectors`
  const { look, worth } = reader(tables, ways, others)
  const owners = ways.map(way => way.owners.map(owner => others.indexOf(owner)).filter(at => at >= 0))
  const valueOf = (at: number, present: Present): number => {
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
