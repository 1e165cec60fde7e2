/** An amount that is needed, and the supplies that may serve it. */
export interface TransportDemand {
  amount: bigint
  from: readonly number[]
}

/** Needs that together exceed all supplies that they can use. */
export interface SupplyShortage {
  wants: number[]
  supplies: number[]
}

/** The current flow. */
interface Sending {
  /** For each want, the amounts by supply, and the amount still missing. */
  taken: Map<number, bigint>[]
  missing: bigint[]
  /** For each supply, the wants that use it, and the amount left. */
  users: Set<number>[]
  left: bigint[]
}

const give = ({ taken, users, left }: Sending, want: number, supply: number, amount: bigint): void => {
  const now = (taken[want]!.get(supply) ?? 0n) + amount
  left[supply] = left[supply]! - amount
  if (now > 0n) {
    taken[want]!.set(supply, now)
    users[supply]!.add(want)
  } else {
    taken[want]!.delete(supply)
    users[supply]!.delete(want)
  }
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** First flow: each want in turn takes what is left. */
const begun = (wants: readonly TransportDemand[], supplies: readonly bigint[]): Sending => {
  const sending: Sending = {
    taken: wants.map(() => new Map()),
    missing: wants.map(({ amount }) => amount),
    users: supplies.map(() => new Set()),
    left: [...supplies],
  }
  wants.forEach(({ from }, want) => {
    for (const supply of from) {
      const some = least(sending.missing[want]!, sending.left[supply]!)
      if (some === 0n) continue
      give(sending, want, supply, some)
      sending.missing[want] = sending.missing[want]! - some
    }
  })
  return sending
}

/** For each want that the search reached, the supply that it uses and the earlier want that needs it; null for the first want. */
type CameBy = Map<number, { supply: number; want: number } | null>

/** Searches for a path from a need to a supply with units left, moving other needs to other supplies on the way. */
const reachOf = (wants: readonly TransportDemand[], { users, left }: Sending, start: number) => {
  const cameBy: CameBy = new Map([[start, null]])
  const reached = new Map<number, number>()
  for (const want of cameBy.keys())
    for (const supply of wants[want]!.from) {
      if (reached.has(supply)) continue
      reached.set(supply, want)
      if (left[supply]! > 0n) return { cameBy, reached, free: supply }
      for (const other of users[supply]!) if (!cameBy.has(other)) cameBy.set(other, { supply, want })
    }
  return { cameBy, reached, free: null }
}

/** Moves as much as possible along the path from a supply with some left to the want that lacks some. */
const shift = (sending: Sending, cameBy: CameBy, last: number, free: number): void => {
  const steps = [{ want: last, supply: free }]
  for (let before = cameBy.get(last); before; before = cameBy.get(before.want))
    steps.push({ want: before.want, supply: before.supply })
  const start = steps.at(-1)!.want
  const moved = steps.slice(1).map(({ supply }, at) => sending.taken[steps[at]!.want]!.get(supply)!)
  const some = moved.reduce(least, least(sending.missing[start]!, sending.left[free]!))
  steps.forEach(({ want, supply }, at) => {
    give(sending, want, supply, some)
    if (at > 0) give(sending, steps[at - 1]!.want, supply, -some)
  })
  sending.missing[start] = sending.missing[start]! - some
}

/**
 * Null if these supplies can serve all wants in whole numbers; else a shortage, which proves that they cannot
 * (maximum flow and minimum cut, Ford and Fulkerson 1956, by shortest paths).
 */
export const findSupplyShortage = (
  wants: readonly TransportDemand[],
  supplies: readonly bigint[],
): SupplyShortage | null => {
  const sending = begun(wants, supplies)
  for (const start of wants.keys())
    while (sending.missing[start]! > 0n) {
      const { cameBy, reached, free } = reachOf(wants, sending, start)
      if (free === null) return { wants: [...cameBy.keys()], supplies: [...reached.keys()] }
      shift(sending, cameBy, reached.get(free)!, free)
    }
  return null
}
