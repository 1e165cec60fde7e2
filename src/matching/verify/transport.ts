/** What somebody needs, and from which supplies it may come. */
export interface Want {
  amount: bigint
  from: readonly number[]
}

/** Wants that together ask more than all supplies that any of them can reach. */
export interface Shortage {
  wants: number[]
  supplies: number[]
}

/** Where every unit comes from so far. */
interface Sending {
  /** For each want, the amounts by supply, and what it still misses. */
  taken: Map<number, bigint>[]
  missing: bigint[]
  /** For each supply, who takes of it, and what is left of it. */
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

/** Everybody takes what is there, in turn. */
const begun = (wants: readonly Want[], supplies: readonly bigint[]): Sending => {
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

/** How a want was reached: it takes of a supply that an earlier one wants; null for the first. */
type CameBy = Map<number, { supply: number; want: number } | null>

/** All that a want can reach by moving others to other supplies, until a supply with some left is found. */
const reachOf = (wants: readonly Want[], { users, left }: Sending, start: number) => {
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

/** Moves as much as possible along the way from a supply with some left back to the want that misses some. */
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
 * Can all wants be met from these supplies, in whole numbers? Null when they can; else a shortage, which proves that
 * they cannot (maximum flow and minimum cut, Ford and Fulkerson 1956, by shortest ways).
 */
export const shortageIn = (wants: readonly Want[], supplies: readonly bigint[]): Shortage | null => {
  const sending = begun(wants, supplies)
  for (const start of wants.keys())
    while (sending.missing[start]! > 0n) {
      const { cameBy, reached, free } = reachOf(wants, sending, start)
      if (free === null) return { wants: [...cameBy.keys()], supplies: [...reached.keys()] }
      shift(sending, cameBy, reached.get(free)!, free)
    }
  return null
}
