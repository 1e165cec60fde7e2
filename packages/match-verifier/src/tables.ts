import type { RecordedComponentValues, RecordedBlockValues } from './shapes/audit-shape.ts'
import { fullItemValue, type VerifierRound } from './round.ts'

/** Presence of some winners: 1 if present. */
export type WinnerPresence = ArrayLike<number>

/** Value in pence of every set of a block's connectors and winners. */
export interface BlockValueTable {
  connectors: readonly string[]
  winners: readonly string[]
  values: Float64Array
}

/** A project that holds blocks together: its ask, and the winner that owns it, if any. */
export interface ConnectingProject {
  name: string
  item: number
  ask: number
  owner: string
}

/** A way to fund connectors that breaks no group among them. */
export interface FundedConnectorSet {
  names: readonly string[]
  ask: number
  owners: readonly string[]
}

/** Limit of entries of a table, as a power of two. */
const MOST_BITS = 24
/** Most connectors for which all subsets are enumerated. */
const MOST_CONNECTORS = 16

/**
 * True if intervals are the only ones by which a table is filed: the largest set that none has yet, and the same set
 * without each member, from the lowest, whose absence leaves the value as it is.
 */
const isCanonical = (values: RecordedBlockValues['values'], table: Float64Array): boolean => {
  const covered = new Uint8Array(table.length)
  let at = 0
  for (let members = table.length - 1; members >= 0; members -= 1) {
    if (covered[members] === 1) continue
    let used = members
    for (let rest = members; rest !== 0; rest &= rest - 1)
      if (table[used & ~(rest & -rest)] === table[members]) used &= ~(rest & -rest)
    if (values[at]?.[0] !== members || values[at]?.[1] !== used) return false
    at += 1
    const idle = members & ~used
    for (let some = idle; ; some = (some - 1) & idle) {
      covered[used | some] = 1
      if (some === 0) break
    }
  }
  return at === values.length
}

/** True if names are in ascending order, each once. */
const isAscending = (names: readonly string[]): boolean =>
  names.every((name, at) => at === 0 || names[at - 1]! < name)

/** Expands a table from its intervals, or returns its error. */
const written = ({ connectors, winners, values }: RecordedBlockValues, of: string): Float64Array | string => {
  const bits = connectors.length + winners.length
  if (bits > MOST_BITS) return `${of} has too many sets to read`
  if (bits === 0) return `${of} has no winners and no connectors`
  if (!isAscending(winners)) return `${of} does not list its winners in order`
  const table = new Float64Array(2 ** bits).fill(Number.NaN)
  let work = 0
  for (const [members, used, pence] of values) {
    if (members >= table.length || (used & ~members) !== 0) return `${of} has an invalid set`
    const idle = members & ~used
    for (let some = idle; ; some = (some - 1) & idle) {
      const before = table[used | some]!
      if (!Number.isNaN(before) && before !== pence) return `${of} gives two values to one set`
      table[used | some] = pence
      work += 1
      if (some === 0) break
    }
    if (work > 64 * table.length) return `${of} repeats values too often`
  }
  if (table.some(Number.isNaN)) return `${of} gives no value to some sets`
  for (let set = 0; set < table.length; set += 1)
    for (let bit = 1; bit < table.length; bit *= 2)
      if ((set & bit) === 0 && table[set]! > table[set | bit]!)
        return `${of} has a lower value with one more member`
  return isCanonical(values, table) ? table : `${of} does not list its values in their one form`
}

/** Expands the blocks of a part, or returns their error. */
export const expandBlockTables = (
  { winners, blocks }: RecordedComponentValues,
  of: string,
): BlockValueTable[] | string => {
  const known = new Set(winners)
  if (!isAscending(winners)) return `${of} does not list its winners in order`
  const tables: BlockValueTable[] = []
  for (const [at, block] of (blocks ?? []).entries()) {
    if (block.winners.some(winner => !known.has(winner))) return `${of} has unknown winners in its blocks`
    const values = written(block, `${of}, block ${at + 1},`)
    if (typeof values === 'string') return values
    if (tables.length > 0 && values[0] !== 0)
      return `${of} gives a value to no one in a block that is not the first`
    tables.push({ connectors: block.connectors, winners: block.winners, values })
  }
  return tables
}

/** Finds the project of each connector, whose name joins the ids of projects that are tied together; returns a sentence if there is none. */
export const findConnectingProjects = (
  { items }: VerifierRound,
  names: readonly string[],
  of: string,
): ConnectingProject[] | string => {
  const connectors: ConnectingProject[] = []
  for (const name of names) {
    const item = items.findIndex(({ projects }) => {
      const ids = projects.map(({ id }) => id)
      return ids.length > 0 && ids.toSorted().join(' and ') === name
    })
    if (item < 0) return `${of} names a connector, ${name}, that is no project`
    connectors.push({ name, item, ask: -fullItemValue(items[item]!), owner: items[item]!.owner })
  }
  return connectors
}

/** A way to fund connectors by their indices; null if it breaks a group among them. */
export const toFundedConnectorSet = (
  { limits }: VerifierRound,
  connectors: readonly ConnectingProject[],
  set: number,
): FundedConnectorSet | null => {
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

/** Bit mask of some names among those of a table. */
const bitsOf = (names: readonly string[], among: readonly string[]): number =>
  names.reduce((bits, name) => {
    const at = among.indexOf(name)
    return at < 0 ? bits : bits + 2 ** at
  }, 0)

/**
 * Returns a function that values blocks together: for every way to fund connectors, the sum of the tables with some
 * winners present. The index of each table's winners in the list is calculated once.
 */
const createBlockValueFunction = (
  tables: readonly BlockValueTable[],
  ways: readonly FundedConnectorSet[],
  winners: readonly string[],
) => {
  const places = tables.map(table => table.winners.map(winner => winners.indexOf(winner)))
  const local = ways.map(({ names }) => tables.map(table => bitsOf(names, table.connectors)))
  const bases = new Float64Array(tables.length)
  const look = (present: WinnerPresence): void => {
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

/** Coalitional game recorded for a component: the value in pence of any set of its winners together with all losers. */
export interface RecordedGame {
  winners: readonly string[]
  valueOf: (present: WinnerPresence) => number
  /** Number of additions for one value. */
  work: number
  /** The tables that the values follow from, and the ways to fund connectors, the first of which funds none. */
  tables: readonly BlockValueTable[]
  ways: readonly FundedConnectorSet[]
  /** Values by kinds of winners instead of tables. */
  kinds?: NonNullable<RecordedComponentValues['kinds']>
}

/** The game of some tables: the best of all ways to fund connectors whose owners are present or lost. */
export const gameOfTables = (
  winners: readonly string[],
  tables: readonly BlockValueTable[],
  ways: readonly FundedConnectorSet[],
): RecordedGame => {
  const owners = ways.map(way => way.owners.map(owner => winners.indexOf(owner)).filter(at => at >= 0))
  const { look, worth } = createBlockValueFunction(tables, ways, winners)
  const valueOf = (present: WinnerPresence): number => {
    look(present)
    let best = -Infinity
    ways.forEach(({ ask }, way) => {
      if (!owners[way]!.every(owner => present[owner] === 1)) return
      const value = worth(way) - ask
      if (value > best) best = value
    })
    return best
  }
  return { winners, valueOf, work: ways.length * tables.length + winners.length, tables, ways }
}

/** Reads the values of a part with complete tables, or returns a sentence with the error. */
export const readRecordedGame = (
  round: VerifierRound,
  part: RecordedComponentValues,
  of: string,
): RecordedGame | string => {
  const { winners } = part
  const tables = expandBlockTables(part, of)
  if (typeof tables === 'string') return tables
  if (tables.length === 0) return `${of} has no values`
  const names = [...new Set(tables.flatMap(table => table.connectors))]
  const connectors = findConnectingProjects(round, names, of)
  if (typeof connectors === 'string') return connectors
  if (connectors.length > MOST_CONNECTORS) return `${of} has too many connectors to read`
  const ways = Array.from({ length: 2 ** connectors.length }, (_, set) =>
    toFundedConnectorSet(round, connectors, set),
  ).filter(way => way !== null)
  return gameOfTables(winners, tables, ways)
}
