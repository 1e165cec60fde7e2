import type { FiledPart, FiledTable } from './filed.ts'
import { worthOf, type Round } from './round.ts'

/** Who of some winners is there: 1 where one is. */
export type Present = ArrayLike<number>

/** A block written out: for every set of its connectors and winners what it is worth, in pence. */
export interface Table {
  connectors: readonly string[]
  winners: readonly string[]
  values: Float64Array
}

/** A project that holds blocks together: what it asks, and which winner owns it, if one does. */
export interface Connector {
  name: string
  item: number
  ask: number
  owner: string
}

/** A way to fund connectors that breaks no group among them. */
export interface FundedWay {
  names: readonly string[]
  ask: number
  owners: readonly string[]
}

/** Tables of more entries than this are not read, as a power of two. */
const MOST_BITS = 24
/** Ways to fund more connectors than this are not tried. */
const MOST_CONNECTORS = 16
/** Fractions of a penny of version 1 are sums of floating numbers. */
const NOISE = 1e-6

/** A table written out from its intervals, or what is wrong with it. */
const written = ({ connectors, winners, values }: FiledTable, of: string): Float64Array | string => {
  const bits = connectors.length + winners.length
  if (bits > MOST_BITS) return `${of} has too many sets to be read`
  const table = new Float64Array(2 ** bits).fill(Number.NaN)
  let work = 0
  for (const [members, used, pence] of values) {
    if (members >= table.length || (used & ~members) !== 0) return `${of} has a set that is none`
    const idle = members & ~used
    for (let some = idle; ; some = (some - 1) & idle) {
      const before = table[used | some]!
      if (!Number.isNaN(before) && before !== pence) return `${of} gives two values to one set`
      table[used | some] = pence
      work += 1
      if (some === 0) break
    }
    if (work > 64 * table.length) return `${of} says the same too often`
  }
  if (table.some(Number.isNaN)) return `${of} gives no value to some sets`
  for (let set = 0; set < table.length; set += 1)
    for (let bit = 1; bit < table.length; bit *= 2)
      if ((set & bit) === 0 && table[set]! > table[set | bit]! + NOISE)
        return `${of} is worth less with one more in it`
  return table
}

/** The blocks of a part written out, or what is wrong with them. */
export const tablesOf = ({ winners, blocks }: FiledPart, of: string): Table[] | string => {
  const known = new Set(winners)
  if (known.size < winners.length) return `${of} names winners twice`
  const tables: Table[] = []
  for (const [at, block] of (blocks ?? []).entries()) {
    if (block.winners.some(winner => !known.has(winner))) return `${of} has strange winners in its blocks`
    const values = written(block, `${of}, block ${at + 1},`)
    if (typeof values === 'string') return values
    tables.push({ connectors: block.connectors, winners: block.winners, values })
  }
  return tables
}

/** Projects by the names that connectors have: those of projects tied together, joined. */
export const connectorsOf = (
  { items }: Round,
  names: readonly string[],
  of: string,
): Connector[] | string => {
  const connectors: Connector[] = []
  for (const name of names) {
    const item = items.findIndex(({ projects }) => {
      const ids = projects.map(({ id }) => id)
      return ids.length > 0 && ids.toSorted().join(' and ') === name
    })
    if (item < 0) return `${of} names a connector, ${name}, that is no project`
    connectors.push({ name, item, ask: -worthOf(items[item]!), owner: items[item]!.owner })
  }
  return connectors
}

/** A way to fund connectors by their places; null where it breaks a group among them. */
export const wayOf = ({ limits }: Round, connectors: readonly Connector[], set: number): FundedWay | null => {
  const funded = connectors.filter((_, at) => ((set >> at) & 1) === 1)
  const isKept = limits.every(({ items, weights, isEqual }) => {
    const won = items.reduce(
      (sum, item, at) => (funded.some(one => one.item === item) ? sum + weights[at]! : sum),
      0,
    )
    return isEqual || won <= 1
  })
  if (!isKept) return null
  return {
    names: funded.map(({ name }) => name),
    ask: funded.reduce((sum, { ask }) => sum + ask, 0),
    owners: funded.map(({ owner }) => owner),
  }
}

/** The bits of some names among those of a table. */
const bitsOf = (names: readonly string[], among: readonly string[]): number =>
  names.reduce((bits, name) => {
    const at = among.indexOf(name)
    return at < 0 ? bits : bits + 2 ** at
  }, 0)

/**
 * Reads what blocks are worth together: for every way to fund connectors, the sum of its tables with some of the
 * winners present. Where in the list of winners each winner of a table stands is worked out once.
 */
export const reader = (tables: readonly Table[], ways: readonly FundedWay[], winners: readonly string[]) => {
  const places = tables.map(table => table.winners.map(winner => winners.indexOf(winner)))
  const local = ways.map(({ names }) => tables.map(table => bitsOf(names, table.connectors)))
  const bases = new Float64Array(tables.length)
  const look = (present: Present): void => {
    tables.forEach(({ connectors }, block) => {
      let base = 0
      let bit = 2 ** connectors.length
      for (const place of places[block]!) {
        if (present[place] === 1) base += bit
        bit *= 2
      }
      bases[block] = base
    })
  }
  const worth = (way: number): number => {
    let sum = 0
    for (let block = 0; block < tables.length; block += 1)
      sum += tables[block]!.values[bases[block]! + local[way]![block]!]!
    return sum
  }
  return { look, worth }
}

/** What is filed of a part, as a game: what any of its winners are worth beside all losers, in pence. */
export interface FiledGame {
  winners: readonly string[]
  valueOf: (present: Present) => number
  /** How many additions one value takes. */
  work: number
  /** Version 1 kept fractions of a penny, where divided bids were not rounded yet. */
  isWhole: boolean
}

/** Reads the values of a part whose blocks are all valued; what is wrong with them is a sentence. */
export const gameOf = (round: Round, part: FiledPart, of: string): FiledGame | string => {
  const { winners } = part
  const tables = tablesOf(part, of)
  if (typeof tables === 'string') return tables
  if (tables.length === 0) return `${of} has no values`
  const names = [...new Set(tables.flatMap(table => table.connectors))]
  const connectors = connectorsOf(round, names, of)
  if (typeof connectors === 'string') return connectors
  if (connectors.length > MOST_CONNECTORS) return `${of} has too many connectors to be read`
  const ways = Array.from({ length: 2 ** connectors.length }, (_, set) =>
    wayOf(round, connectors, set),
  ).filter(way => way !== null)
  const owners = ways.map(way => way.owners.map(owner => winners.indexOf(owner)).filter(at => at >= 0))
  const { look, worth } = reader(tables, ways, winners)
  const valueOf = (present: Present): number => {
    look(present)
    let best = -Infinity
    ways.forEach(({ ask }, way) => {
      if (!owners[way]!.every(owner => present[owner] === 1)) return
      const value = worth(way) - ask
      if (value > best) best = value
    })
    return best
  }
  const isWhole = tables.every(({ values }) => values.every(Number.isInteger))
  return { winners, valueOf, work: ways.length * tables.length + winners.length, isWhole }
}
