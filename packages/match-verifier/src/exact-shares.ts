import { valuesByElimination } from './elimination.ts'
import { addFractions, ratio, ZERO, type Fraction } from './exact/fraction.ts'
import { sharesByKinds } from './kinds.ts'
import { classifySets, sizeOfSet, type SetClasses } from './set-classes.ts'
import { factorials, shapleyShares } from './shares.ts'
import type { RecordedGame } from './tables.ts'

/** Up to this many additions all sets of a game are summed one by one. */
const MOST_SUMMED = 2 ** 24
/** Most additions for pairs of classes: about half a minute. */
const MOST_PAIRED = 2 ** 34
/** Most winners who are in several blocks or own a connector: each set of them is a case of its own. */
const MOST_SHARED = 10
/** Sums are kept in limbs of this size, so that their products with numbers of sets stay whole. */
const LIMB = 2 ** 24
const LIMBS = 4

/** Sums of values over all sets by size: of all sets, then of those that contain each player. */
type SumsBySize = bigint[][]

const emptySums = (players: number): SumsBySize =>
  Array.from({ length: players + 1 }, () => Array.from({ length: players + 1 }, () => 0n))

/** Shapley's formula from sums by size. */
const sharesFromSums = (sums: SumsBySize): Fraction[] => {
  const players = sums.length - 1
  const factorial = factorials(players)
  return sums.slice(1).map(own => {
    let share = 0n
    for (let size = 0; size < players; size += 1) {
      const without = sums[0]![size]! - own[size]!
      share += factorial[size]! * factorial[players - size - 1]! * (own[size + 1]! - without)
    }
    return ratio(share, factorial.at(-1))
  })
}

/** For each class, how many of its sets there are of each size. */
const countsOf = ({ players, classOf, gains }: SetClasses): Float64Array[] => {
  const counts = gains.map(() => new Float64Array(players.length + 1))
  classOf.forEach((at, set) => (counts[at]![sizeOfSet(set)]! += 1))
  return counts
}

/** For each class of one side and each size of the other side's sets: the summed best gains, in two halves. */
const pairGains = (a: SetClasses, b: SetClasses, costs: Float64Array) => {
  const [countsA, countsB] = [countsOf(a), countsOf(b)]
  const sumsOf = ({ gains }: SetClasses, { players }: SetClasses) =>
    gains.map(() => ({
      low: new Float64Array(players.length + 1),
      high: new Float64Array(players.length + 1),
    }))
  const [sumsA, sumsB] = [sumsOf(a, b), sumsOf(b, a)]
  const add = ({ low, high }: (typeof sumsA)[number], counts: Float64Array, gain: number): void => {
    const top = Math.floor(gain / LIMB)
    const rest = gain - top * LIMB
    for (let size = 0; size < counts.length; size += 1) {
      low[size]! += rest * counts[size]!
      high[size]! += top * counts[size]!
    }
  }
  a.gains.forEach((own, i) => {
    const net = own.map((gain, way) => gain - costs[way]!)
    b.gains.forEach((other, j) => {
      let best = 0
      for (let way = 1; way < net.length; way += 1) {
        const gain = net[way]! + other[way]!
        if (gain > best) best = gain
      }
      if (best === 0) return
      add(sumsA[i]!, countsB[j]!, best)
      add(sumsB[j]!, countsA[i]!, best)
    })
  })
  return [sumsA, sumsB] as const
}

/** Adds one side's gains to the sums by size: for `isFirst` also to those of all sets and of the present winners. */
const addSide = (
  { players, classOf }: SetClasses,
  gained: ReturnType<typeof pairGains>[number],
  present: readonly string[],
  { order, sums, isFirst }: { order: readonly string[]; sums: SumsBySize; isFirst: boolean },
): void => {
  const limbs = gained.map(({ low, high }) =>
    Array.from(low, (rest, size) => {
      const whole = BigInt(high[size]!) * BigInt(LIMB) + BigInt(rest)
      return Array.from({ length: LIMBS }, (_, limb) =>
        Number((whole >> BigInt(24 * limb)) & BigInt(LIMB - 1)),
      )
    }),
  )
  const others = gained[0]!.low.length
  const width = players.length + 1
  // By size here, size there, player (0 for all sets) and limb.
  const totals = new Float64Array(width * others * width * LIMBS)
  classOf.forEach((at, set) => {
    const size = sizeOfSet(set)
    limbs[at]!.forEach((own, other) => {
      const from = (size * others + other) * width
      own.forEach((limb, k) => {
        if (limb === 0) return
        totals[from * LIMBS + k]! += limb
        for (let rest = set; rest !== 0; rest &= rest - 1)
          totals[(from + 32 - Math.clz32(rest & -rest)) * LIMBS + k]! += limb
      })
    })
  })
  const value = (from: number): bigint =>
    Array.from({ length: LIMBS }, (_, k) => BigInt(totals[from * LIMBS + k]!) << BigInt(24 * k)).reduce(
      (x, y) => x + y,
    )
  for (let size = 0; size < width; size += 1)
    for (let other = 0; other < others; other += 1) {
      const from = (size * others + other) * width
      const all = size + other + present.length
      if (isFirst) {
        const sum = value(from)
        sums[0]![all]! += sum
        for (const name of present) sums[1 + order.indexOf(name)]![all]! += sum
      }
      players.forEach((name, at) => (sums[1 + order.indexOf(name)]![all]! += value(from + 1 + at)))
    }
}

/** Tables on two sides with about as many winners of their own on each. */
const divide = (tables: RecordedGame['tables'], shared: ReadonlySet<string>) => {
  const sides = [0, 1].map(() => ({
    tables: [] as RecordedGame['tables'][number][],
    players: [] as string[],
  }))
  const own = tables.map(table => ({ table, free: table.winners.filter(name => !shared.has(name)) }))
  for (const { table, free } of own.toSorted((x, y) => y.free.length - x.free.length)) {
    const side = sides[0]!.players.length <= sides[1]!.players.length ? sides[0]! : sides[1]!
    side.tables.push(table)
    side.players.push(...free)
  }
  return sides
}

/** The shares of what connectors add to the blocks: sets that gain alike from connectors are counted, not listed. */
const connectorShares = ({ winners, tables, ways }: RecordedGame): Fraction[] | null => {
  if (ways.length === 1) return winners.map(() => ZERO)
  const shared = winners.filter(
    name =>
      ways.some(({ owners }) => owners.includes(name)) ||
      tables.filter(table => table.winners.includes(name)).length !== 1,
  )
  if (shared.length > MOST_SHARED) return null
  const [left, right] = divide(tables, new Set(shared))
  const sums = emptySums(winners.length)
  for (let set = 0; set < 2 ** shared.length; set += 1) {
    const present = shared.filter((_, at) => (set >> at) % 2 === 1)
    const known = new Set(present)
    const open = ways.filter(({ owners }) =>
      owners.every(owner => known.has(owner) || !winners.includes(owner)),
    )
    const [a, b] = [left!, right!].map(side => classifySets(side.tables, open, side.players, known))
    if (!a || !b) return null
    if (a.gains.length * b.gains.length * open.length > MOST_PAIRED / 2 ** shared.length) return null
    const [gainedA, gainedB] = pairGains(
      a,
      b,
      Float64Array.from(open, ({ ask }) => ask),
    )
    addSide(a, gainedA, present, { order: winners, sums, isFirst: true })
    addSide(b, gainedB, present, { order: winners, sums, isFirst: false })
  }
  return sharesFromSums(sums)
}

/** The exact shares from the values of all sets, found table by table; null if there are too many. */
const sharesByElimination = (game: RecordedGame): Fraction[] | null => {
  const values = valuesByElimination(game)
  return (
    values &&
    shapleyShares(game.winners.length, present => {
      let set = 0
      for (let at = 0; at < game.winners.length; at += 1) if (present[at] === 1) set += 2 ** at
      return values[set]!
    })
  )
}

/**
 * The exact shares of a game from its filed tables, in the order of its winners; null if that takes too many additions.
 * The value of a set is the sum of its blocks without connectors, which are shared block by block, and what the best
 * way to fund connectors adds.
 */
export const exactShares = (game: RecordedGame): Fraction[] | null => {
  const { winners, valueOf, work, tables, kinds } = game
  if (kinds !== undefined) {
    const own = sharesByKinds(kinds)
    return winners.map(name => own[kinds.members.findIndex(kind => kind.includes(name))]!)
  }
  if (2 ** winners.length * work <= MOST_SUMMED || tables.length === 0)
    return shapleyShares(winners.length, valueOf)
  const added = connectorShares(game)
  if (added === null) return sharesByElimination(game)
  const shares = new Map(winners.map((name, at) => [name, added[at] ?? ZERO]))
  for (const { connectors, winners: own, values } of tables) {
    const base = shapleyShares(own.length, present => {
      let set = 0
      for (let at = 0; at < own.length; at += 1) if (present[at] === 1) set += 2 ** (connectors.length + at)
      return values[set]!
    })
    own.forEach((name, at) => shares.set(name, addFractions(shares.get(name)!, base[at]!)))
  }
  return winners.map(name => shares.get(name)!)
}
