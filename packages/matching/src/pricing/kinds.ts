import { hasOnlyWholePenceValues, type MarketProgram } from '../model/program.ts'
import { createCoalitionEvaluator } from '../solver/evaluator.ts'
import { winnerOfEachColumn } from './coalitions.ts'
import { binomialCoefficient, zeroCoalitionSums, type CoalitionSumsBySize } from './shares.ts'

/** Values of coalitions of winners that come in kinds: only how many of each kind are present matters. */
export interface ValuesByKinds {
  /** Winners of each kind, as indices among all. */
  members: number[][]
  /** In pence, for every number present of each kind, that of the first kind counting fastest. */
  values: Float64Array
}

/** Groups players by their key, as indices in the list, each group in its order. */
export const groupByKey = (players: readonly number[], keyOf: (player: number) => string): number[][] => {
  const kinds = new Map<string, number[]>()
  players.forEach((player, at) => {
    const key = keyOf(player)
    kinds.set(key, [...(kinds.get(key) ?? []), at])
  })
  return [...kinds.values()]
}

/** Limit of values, each a search. */
const MOST_VALUES = 2 ** 12

/**
 * Values all coalitions of a part by the number of winners of each kind that are present, each with all losers. Null if
 * there are too few alike winners for that, or the values are not whole pence.
 */
export const valueByKinds = (
  program: MarketProgram,
  winners: readonly number[],
  keyOf: (player: number) => string,
  pulse: () => void,
): ValuesByKinds | null => {
  const members = groupByKey(winners, keyOf)
  const many = members.reduce((product, kind) => product * (kind.length + 1), 1)
  if (many > MOST_VALUES || !hasOnlyWholePenceValues(program)) return null
  const winnerOf = winnerOfEachColumn(program, winners)
  const valueOf = createCoalitionEvaluator(program, pulse, true)
  const values = Float64Array.from({ length: many }, (_, counts) => {
    const absent = new Set(members.flatMap((kind, at) => kind.slice(countAt(members, counts, at))))
    const present = Uint8Array.from(winnerOf, winner => (absent.has(winner) ? 0 : 1))
    return valueOf(present, 0)?.value ?? 0
  })
  return { members, values }
}

/** How many of a kind are present in an index of the values. */
const countAt = (members: readonly (readonly number[])[], counts: number, at: number): number => {
  let rest = counts
  for (const kind of members.slice(0, at)) rest = Math.floor(rest / (kind.length + 1))
  return rest % (members[at]!.length + 1)
}

/** Sums over all coalitions by size: each value counts for all the sets that have these numbers of each kind. */
export const sumByKinds = ({ members, values }: ValuesByKinds): CoalitionSumsBySize => {
  const players = members.reduce((sum, kind) => sum + kind.length, 0)
  const sums = zeroCoalitionSums(players)
  values.forEach((value, counts) => {
    const present = members.map((_, at) => countAt(members, counts, at))
    const size = present.reduce((sum, some) => sum + some, 0)
    const sets = members.reduce(
      (product, kind, at) => product * binomialCoefficient(kind.length, present[at]!),
      1n,
    )
    const total = sets * BigInt(value)
    sums.all[size]! += total
    members.forEach((kind, at) => {
      // The sum over those sets that contain one particular winner of the kind.
      const own = (total * BigInt(present[at]!)) / BigInt(kind.length)
      for (const member of kind) sums.having[member]![size]! += own
    })
  })
  return sums
}
