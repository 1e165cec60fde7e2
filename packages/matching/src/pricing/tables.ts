import type { CoalitionGame } from './block-game.ts'
import { createListedSearch } from './listed-search.ts'
import { createSetSearch, soleColumns, type SetSearch } from './set-search.ts'

/** Some sets of winners of one size, as positions in the order; they wait until all smaller ones are done. */
interface Chunk {
  from: number
  to: number
  after: number
}

/** Tables that one or more threads fill; the job can be sent to another thread. */
export interface ValueTableJob {
  games: CoalitionGame[]
  /** The value of every set of every game, one table after another. */
  values: Float64Array
  /** Sets of winners of all games, numbered one game after another, the smallest first. */
  order: Int32Array
  chunks: Chunk[]
  counters: Int32Array
}

/** Counters of a job: next chunk to take, sets valued, and 1 once it was cancelled. */
const [NEXT, VALUED, BROKEN, COUNTERS] = [0, 1, 2, 3]

/** Sets that a thread takes at once: some milliseconds of work. */
const CHUNK = 64
/** Interval at which a waiting thread checks whether to continue. */
const PATIENCE_MS = 50

/** Running totals of a count over games; the last entry is the total. */
const before = (games: readonly CoalitionGame[], countOf: (game: CoalitionGame) => number): number[] =>
  games.reduce((sums, game) => [...sums, sums.at(-1)! + countOf(game)], [0])

const coalitionsOf = ({ winners }: CoalitionGame): number => 2 ** winners.length
const setsOf = ({ winners, connectors }: CoalitionGame): number => 2 ** (winners.length + connectors.length)

const sizesOf = (sets: number): Uint8Array => {
  const sizes = new Uint8Array(sets)
  for (let set = 1; set < sets; set += 1) sizes[set] = sizes[set & (set - 1)]! + 1
  return sizes
}

const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes)

const jobOf = (games: CoalitionGame[]): ValueTableJob => {
  const first = before(games, coalitionsOf)
  const sizes = games.map(game => sizesOf(coalitionsOf(game)))
  const order = new Int32Array(shared(4 * first.at(-1)!))
  const chunks: Chunk[] = []
  for (let size = 0, after = 0, end = 0; after < order.length; size += 1, after = end)
    games.forEach(({ connectors }, game) => {
      const start = end
      sizes[game]!.forEach((of, set) => {
        if (of === size) order[end++] = first[game]! + set
      })
      const step = Math.max(1, CHUNK >> connectors.length)
      for (let from = start; from < end; from += step)
        chunks.push({ from, to: Math.min(end, from + step), after })
    })
  const values = new Float64Array(shared(8 * before(games, setsOf).at(-1)!))
  return { games, values, order, chunks, counters: new Int32Array(shared(4 * COUNTERS)) }
}

/** Returns a function that finds the best match of a set above a floor: by lists where these are short, else by search. */
const matcher = (game: CoalitionGame, pulse: () => void): SetSearch => {
  const sole = soleColumns(game)
  const listed = createListedSearch(game, sole)
  let searched: SetSearch | null = null
  const search: SetSearch = (...question) => (searched ??= createSetSearch(game, sole, pulse))(...question)
  if (listed === null) return search
  return (...question) => {
    const found = listed(...question)
    return found === undefined ? search(...question) : found
  }
}

/**
 * Values a set of winners with every set of connectors. The floor of a set is its best value without one of its
 * winners; only a match that uses all of them can exceed that, so the column of every winner with a single column is
 * fixed, which leaves a small search. Connectors are taken from all of them downwards: without those that a match
 * leaves idle the value is the same, and with fewer it is not higher.
 */
const valuer = (game: CoalitionGame, values: Float64Array, pulse: () => void) => {
  const shift = game.connectors.length
  const most = 2 ** shift - 1
  const match = matcher(game, pulse)
  const told = new Uint8Array(most + 1)

  const floorOf = (set: number): number => {
    let floor = 0
    for (let rest = (set >> shift) << shift; rest !== 0; rest &= rest - 1)
      floor = Math.max(floor, values[set & ~(rest & -rest)]!)
    return floor
  }
  const ceilingOf = (set: number): number => {
    let ceiling = Infinity
    for (let rest = most & ~set; rest !== 0; rest &= rest - 1)
      ceiling = Math.min(ceiling, values[set | (rest & -rest)]!)
    return ceiling
  }
  return (coalition: number): void => {
    pulse()
    told.fill(0)
    for (let funded = most; funded >= 0; funded -= 1) {
      if (told[funded] === 1) continue
      const set = (coalition << shift) | funded
      const floor = floorOf(set)
      const ceiling = ceilingOf(set)
      const found = ceiling > floor ? match(set, floor, ceiling) : null
      values[set] = found?.value ?? floor
      if (found === null) continue
      for (let some = found.idle; ; some = (some - 1) & found.idle) {
        const same = (funded & ~found.idle) | some
        told[same] = 1
        values[(coalition << shift) | same] = found.value
        if (some === 0) break
      }
    }
  }
}

/** Takes chunks until none is left, then waits for the other threads. */
const fill = (
  { games, values, order, chunks, counters }: ValueTableJob,
  onProgress: (done: number) => void,
): void => {
  const pulse = (): void => {
    if (Atomics.load(counters, BROKEN) === 1) throw new Error('A pricing thread failed')
    onProgress(Atomics.load(counters, VALUED) / order.length)
  }
  const waitFor = (enough: number): void => {
    for (;;) {
      const valued = Atomics.load(counters, VALUED)
      if (valued >= enough) return
      pulse()
      Atomics.wait(counters, VALUED, valued, PATIENCE_MS)
    }
  }
  const first = before(games, coalitionsOf)
  const tables = tablesIn(games, values)
  const valuers = games.map((game, at) => valuer(game, tables[at]!, pulse))
  for (;;) {
    const chunk = chunks[Atomics.add(counters, NEXT, 1)]
    if (chunk === undefined) break
    waitFor(chunk.after)
    for (let at = chunk.from; at < chunk.to; at += 1) {
      const game = first.findLastIndex((start, of) => start <= order[at]! && of < games.length)
      valuers[game]!(order[at]! - first[game]!)
    }
    Atomics.add(counters, VALUED, chunk.to - chunk.from)
    Atomics.notify(counters, VALUED)
  }
  waitFor(order.length)
}

const tablesIn = (games: readonly CoalitionGame[], values: Float64Array): Float64Array[] => {
  const first = before(games, setsOf)
  return games.map((_, at) => values.subarray(first[at], first[at + 1]))
}

/** Fills tables in another thread. */
export const runValueTableJob = (job: ValueTableJob): void => {
  try {
    fill(job, () => {})
  } catch (failure) {
    if (Atomics.exchange(job.counters, BROKEN, 1) === 0) throw failure
  }
}

/** With fewer sets than this, threads do not pay. */
const FEWEST_SHARED = 2_048

/**
 * The value of every set of every game, one table for each. Smaller sets come first; those of one size are shared
 * among the threads. Every answer depends on the question and the smaller answers alone, so the number of threads
 * does not change the result.
 */
export const fillValueTables = (
  games: CoalitionGame[],
  pool: ((job: ValueTableJob) => void) | undefined,
  onProgress: (done: number) => void,
): Float64Array[] => {
  const job = jobOf(games)
  if (job.values.length >= FEWEST_SHARED) pool?.(job)
  try {
    fill(job, onProgress)
  } finally {
    Atomics.store(job.counters, BROKEN, 1)
  }
  return tablesIn(games, job.values)
}
