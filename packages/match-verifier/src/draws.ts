import { seededRandom } from './exact/chance.ts'
import type { RecordedComponentValues, RecordedSample } from './shapes/audit-shape.ts'
import { groupAlike } from './kinds.ts'
import type { VerifierRound } from './round.ts'
import { classifySets, sizeOfSet, type SetClasses } from './set-classes.ts'
import {
  findConnectingProjects,
  expandBlockTables,
  toFundedConnectorSet,
  type BlockValueTable,
  type FundedConnectorSet,
} from './tables.ts'

/**
 * Filed values of a component with too many winners to list every set: random sets of some winners, each combined with
 * every set of the other winners, whose values are in tables.
 */
export interface RecordedDraws {
  winners: readonly string[]
  /** Winners that are drawn, and those that are only in blocks. */
  drawn: readonly string[]
  others: readonly string[]
  /** Those among both, by their indices, whose estimates are averaged; everyone is in one kind. */
  kinds: readonly (readonly number[])[]
  /** Sets drawn, by the indices of their members: none, each alone, then batch by batch. */
  sets: readonly Uint8Array[]
  batches: number
  /** Number of sizes that one batch leaves out for each that it draws, plus 1. */
  stride: number
  /** Value of a set drawn, or of its complement, with a subset of the others. */
  valueOf: (draw: number, side: Side, others: ReadonlySet<string>) => number
  /** Sums over all subsets of the others by size: of all, then of those that contain each; null if there are too many. */
  sumsOf: (draw: number, side: Side) => Float64Array[] | null
}

/** 1 for a set that was drawn, 0 for its complement. */
export type Side = 1 | 0

/** With more winners drawn than this, a batch draws about `SIZES_OF_MANY` sizes at equal distances. */
const MOST_ALL_SIZES = 53
const SIZES_OF_MANY = 8

/** The sets that a seed draws, in order, until there are enough; null if the number fits no number of batches. */
const setsFromSeed = (players: number, seed: number, enough: number) => {
  const sets = [new Uint8Array(players)]
  if (players > 1)
    for (let at = 0; at < players; at += 1) sets.push(new Uint8Array(players).fill(1, at, at + 1))
  const sizes = Array.from({ length: Math.max(0, Math.floor(players / 2) - 1) }, (_, at) => at + 2)
  const stride = players > MOST_ALL_SIZES ? Math.ceil(sizes.length / SIZES_OF_MANY) : 1
  const chance = seededRandom(seed)
  const below = (limit: number): number => Math.floor(chance() * limit)
  let batches = 0
  while (sets.length < enough && sizes.length > 0) {
    const first = stride === 1 ? 0 : below(stride)
    for (let at = first; at < sizes.length; at += stride) {
      const order = Array.from({ length: players }, (_, player) => player)
      for (let last = players - 1; last > 0; last -= 1) {
        const other = below(last + 1)
        ;[order[last], order[other]] = [order[other]!, order[last]!]
      }
      const set = new Uint8Array(players)
      for (const player of order.slice(0, sizes[at])) set[player] = 1
      sets.push(set)
    }
    batches += 1
  }
  return sets.length === enough ? { sets, batches, stride } : null
}

/** Adds what each class is worth at best to the sums of its sets by size and member. */
const sumClasses = (
  { players, base, classOf, gains }: SetClasses,
  ways: readonly number[],
  values: readonly (number | null)[],
): Float64Array[] => {
  const best = gains.map(own =>
    ways.reduce((most, way, at) => Math.max(most, values[way]! + own[at]!), -Infinity),
  )
  const sums = Array.from({ length: players.length + 1 }, () => new Float64Array(players.length + 1))
  classOf.forEach((at, set) => {
    const value = base[set]! + best[at]!
    const own = sums[sizeOfSet(set)]!
    own[0]! += value
    for (let rest = set; rest !== 0; rest &= rest - 1) own[32 - Math.clz32(rest & -rest)]! += value
  })
  return sums
}

const best = (
  tables: readonly BlockValueTable[],
  ways: readonly FundedConnectorSet[],
  values: readonly (number | null)[],
  present: ReadonlySet<string>,
): number =>
  ways.reduce((most, { names }, way) => {
    const value = values[way]
    if (value === null || value === undefined) return most
    const inBlocks = tables.reduce((sum, table) => {
      const members = [...table.connectors, ...table.winners]
      const isIn = (name: string, at: number): boolean =>
        at < table.connectors.length ? names.includes(name) : present.has(name)
      return sum + table.values[members.reduce((set, name, at) => (isIn(name, at) ? set + 2 ** at : set), 0)]!
    }, 0)
    return Math.max(most, value + inBlocks)
  }, -Infinity)

/**
 * Reads the drawn values of a part, or returns a sentence with the error. The sets are not in the file: they follow
 * from the published seed. From engine version 5 on, estimates of alike winners are averaged.
 */
export const readRecordedDraws = (
  round: VerifierRound,
  part: RecordedComponentValues,
  sample: RecordedSample & { draws: NonNullable<RecordedSample['draws']> },
  { seed, isAveraged, of }: { seed: number; isAveraged: boolean; of: string },
): RecordedDraws | string => {
  const { winners: drawn, connectors: names, ways: numbers, draws } = sample
  const following = setsFromSeed(drawn.length, seed, draws.length)
  if (following === null) return `${of} has a number of draws that fits no number of batches`
  const tables = expandBlockTables(part, of)
  if (typeof tables === 'string') return tables
  const others = [...new Set(tables.flatMap(table => table.winners))].filter(name => !drawn.includes(name))
  if ([...drawn, ...others].toSorted().join('\n') !== part.winners.toSorted().join('\n'))
    return `${of} does not draw exactly the winners that are in no block`
  const connectors = findConnectingProjects(round, names, of)
  if (typeof connectors === 'string') return connectors
  const ways: FundedConnectorSet[] = []
  for (const set of numbers) {
    const way = toFundedConnectorSet(round, connectors, set)
    if (way === null) return `${of} funds connectors that exclude each other`
    ways.push(way)
  }
  if (ways[0]?.names.length !== 0) return `${of} does not begin with the way that funds no connector`
  for (const [at, values] of draws.entries())
    for (const side of [1, 0] as const) {
      const list = values[1 - side]!
      const isThere = (owner: string): boolean => {
        const player = drawn.indexOf(owner)
        return player < 0 || following.sets[at]![player] === side
      }
      const isRight = ways.every(({ owners }, way) => (list[way] !== null) === owners.every(isThere))
      if (list.length !== ways.length || !isRight)
        return `${of} has draws without a value for every way to fund its connectors`
    }
  const all = [...drawn, ...others]
  const kinds = isAveraged ? groupAlike(round, all) : all.map(name => [name])
  const namesIn = (draw: number, side: Side): string[] =>
    drawn.filter((_, player) => following.sets[draw]![player] === side)
  const shared = new Set(tables.flatMap(table => table.winners).filter(name => drawn.includes(name)))
  const known = new Map<string, { classes: SetClasses | null; open: number[] }>()
  const sumsOf = (draw: number, side: Side): Float64Array[] | null => {
    const values = draws[draw]![1 - side]!
    if (others.length === 0)
      return [Float64Array.of(best(tables, ways, values, new Set(namesIn(draw, side))))]
    const present = namesIn(draw, side).filter(name => shared.has(name))
    const open = ways.flatMap((_, way) => (values[way] === null ? [] : [way]))
    const key = JSON.stringify([present, open])
    const its = known.get(key) ?? {
      open,
      classes: classifySets(
        tables,
        open.map(way => ways[way]!),
        others,
        new Set(present),
      ),
    }
    known.set(key, its)
    return its.classes && sumClasses(its.classes, its.open, values)
  }
  return {
    winners: part.winners,
    drawn,
    others,
    kinds: kinds.map(kind => kind.map(name => all.indexOf(name))),
    ...following,
    sumsOf,
    valueOf: (draw, side, some) =>
      best(tables, ways, draws[draw]![1 - side]!, new Set([...namesIn(draw, side), ...some])),
  }
}
