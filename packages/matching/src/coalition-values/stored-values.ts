import type { StoredCoalitionValues } from '../problem/match-solution.ts'
import { createNumberReader, createNumberWriter } from './numbers-text.ts'
import { intervalsOfTable, readTable, writeTable, type ValueInterval } from './table-text.ts'

/** Coalition values of a part of the market with names, as in an audit. */
interface NamedCoalitionValues {
  winners: string[]
  blocks: { connectors: string[]; winners: string[]; values: ValueInterval[] }[] | null
  kinds: { members: string[][]; values: number[] } | null
  sampled: object | null
}

/** Limit of the values stored with one match, in characters. */
const MOST_CHARACTERS = 400_000

const writeDifferences = (values: readonly number[]): string => {
  const { write, text } = createNumberWriter()
  values.forEach((value, at) => write(value - (values[at - 1] ?? 0)))
  return text()
}

const readDifferences = (text: string): number[] => {
  const { read, isAtEnd } = createNumberReader(text)
  const values: number[] = []
  while (!isAtEnd()) values.push((values.at(-1) ?? 0) + read())
  return values
}

const withoutValues = ({ winners }: StoredCoalitionValues): StoredCoalitionValues => ({
  winners,
  blocks: null,
  kinds: null,
})

const lengthOf = ({ blocks, kinds }: StoredCoalitionValues): number =>
  [...(blocks ?? []), ...(kinds ? [kinds] : [])].reduce((sum, { values }) => sum + values.length, 0)

/**
 * Coalition values as a match stores them, in pence and by part of the market as in the audit. If there is not room for all,
 * the parts with the longest texts go without.
 */
export const toStoredCoalitionValues = (
  coalitions: readonly NamedCoalitionValues[],
): StoredCoalitionValues[] => {
  const parts = coalitions.map(({ winners, blocks, kinds, sampled }): StoredCoalitionValues => ({
    winners,
    blocks:
      sampled === null && blocks !== null
        ? blocks.map(block => ({
            connectors: block.connectors,
            winners: block.winners,
            values: writeTable(block.values, block.connectors.length + block.winners.length),
          }))
        : null,
    kinds: kinds && { members: kinds.members, values: writeDifferences(kinds.values) },
  }))
  let left = MOST_CHARACTERS
  const kept = new Set(
    parts.toSorted((a, b) => lengthOf(a) - lengthOf(b)).filter(part => (left -= lengthOf(part)) >= 0),
  )
  return parts.map(part => (kept.has(part) ? part : withoutValues(part)))
}

/** Compares lists of names, name by name. */
const compareNames = (a: readonly string[], b: readonly string[]): number => {
  const at = a.findIndex((name, k) => name !== b[k])
  if (at < 0) return a.length - b.length
  return b[at] === undefined || a[at]! > b[at] ? 1 : -1
}

/** For each place in the new order, the old place. */
const orderOf = (names: readonly string[]): number[] =>
  [...names.keys()].toSorted((a, b) => (names[a]! < names[b]! ? -1 : 1))

interface Table {
  connectors: string[]
  winners: string[]
  values: Float64Array
}

/** A table with its names in order, and its bits moved accordingly. */
const inOrder = ({ connectors, winners, values }: Table): Table => {
  const byConnector = orderOf(connectors)
  const byWinner = orderOf(winners)
  const from = [...byConnector, ...byWinner.map(place => connectors.length + place)]
  const moved = Float64Array.from(values, (_, set) =>
    from.reduce((old, place, at) => (((set >> at) & 1) === 1 ? old | (1 << place) : old), 0),
  ).map(old => values[old]!)
  return {
    connectors: byConnector.map(place => connectors[place]!),
    winners: byWinner.map(place => winners[place]!),
    values: moved,
  }
}

type Rename = (name: string) => string

/** Blocks under other names, in their new order: the first of them has the value of no winners at all. */
const renameBlocks = (
  blocks: NonNullable<StoredCoalitionValues['blocks']>,
  { winner, project }: CoalitionNames,
): NonNullable<StoredCoalitionValues['blocks']> => {
  const tables = blocks
    .map(({ connectors, winners, values }) =>
      inOrder({
        connectors: connectors.map(name => name.split(' and ').map(project).toSorted().join(' and ')),
        winners: winners.map(winner),
        values: readTable(values, connectors.length + winners.length),
      }),
    )
    .toSorted((a, b) => compareNames(a.winners, b.winners))
  const empty = tables.reduce((sum, { values }) => sum + values[0]!, 0)
  return tables.map(({ connectors, winners, values }, at) => {
    const less = at === 0 ? values[0]! - empty : values[0]!
    const intervals = intervalsOfTable(values, less, Infinity)!
    return { connectors, winners, values: writeTable(intervals, connectors.length + winners.length) }
  })
}

/** Values by kinds under other names: kinds in the order of their first members. */
const renameKinds = (
  { members, values }: NonNullable<StoredCoalitionValues['kinds']>,
  winner: Rename,
): NonNullable<StoredCoalitionValues['kinds']> => {
  const renamed = members.map(kind => kind.map(winner).toSorted())
  const from = orderOf(renamed.map(kind => kind[0]!))
  const stepOf = members.map((_, at) =>
    members.slice(0, at).reduce((product, kind) => product * (kind.length + 1), 1),
  )
  const old = readDifferences(values)
  const moved = old.map((_, index) => {
    let rest = index
    const place = from.reduce((sum, kind) => {
      const size = members[kind]!.length + 1
      const here = rest % size
      rest = (rest - here) / size
      return sum + here * stepOf[kind]!
    }, 0)
    return old[place]!
  })
  return { members: from.map(kind => renamed[kind]!), values: writeDifferences(moved) }
}

/** New names of winners and projects. */
interface CoalitionNames {
  winner: Rename
  project: Rename
}

/**
 * Stored values under other names, in the one order that these give, with the former place of each part. A connector that
 * consists of several projects joins their names with “ and ”.
 */
export const renameCoalitionValues = (
  stored: readonly StoredCoalitionValues[],
  names: CoalitionNames,
): { values: StoredCoalitionValues[]; from: number[] } => {
  const parts = stored.map(({ winners, blocks, kinds }) => ({
    winners: winners.map(names.winner).toSorted(),
    blocks: blocks && renameBlocks(blocks, names),
    kinds: kinds && renameKinds(kinds, names.winner),
  }))
  const from = [...parts.keys()].toSorted((a, b) => compareNames(parts[a]!.winners, parts[b]!.winners))
  return { values: from.map(at => parts[at]!), from }
}
