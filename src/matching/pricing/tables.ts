import { isInPence, type Program } from '../model/program.ts'
import { evaluator } from '../solver/evaluator.ts'
import { priceBounds } from './price-bounds.ts'

/**
 * A market, or a block of one, and what it may be without: every set of that is to be valued. Members of a set
 * are connectors, funded at no cost (the low bits), and winners (the bits above).
 */
export interface Game {
  program: Program
  /** The member that brings each column; -1 where it is always there. */
  memberOf: Int32Array
  connectors: number[]
  winners: number[]
}

/** Some sets of winners, all of one size, as places in the order; they wait until so many smaller ones are done. */
interface Chunk {
  from: number
  to: number
  after: number
}

/** Tables being filled in, by one thread or by several: all of it can be handed to another. */
export interface TableJob {
  games: Game[]
  /** The value of every set of every game, one table after another. */
  values: Float64Array
  /** Sets of winners of all games, numbered one game after another, the smallest first. */
  order: Int32Array
  chunks: Chunk[]
  counters: Int32Array
}

/** Counters of a job: the next chunk to take, how many sets are valued, and whether somebody broke it off. */
const [NEXT, VALUED, BROKEN, COUNTERS] = [0, 1, 2, 3]

/** Sets that a thread takes at once: some milliseconds of work. */
const CHUNK = 64
/** How often a waiting thread looks whether it should still wait. */
const PATIENCE_MS = 50

/** For each game, how many there are of something in those before it; and in all of them. */
const before = (games: readonly Game[], countOf: (game: Game) => number): number[] =>
  games.reduce((sums, game) => [...sums, sums.at(-1)! + countOf(game)], [0])

const coalitionsOf = ({ winners }: Game): number => 2 ** winners.length
const setsOf = ({ winners, connectors }: Game): number => 2 ** (winners.length + connectors.length)

const sizesOf = (sets: number): Uint8Array => {
  const sizes = new Uint8Array(sets)
  for (let set = 1; set < sets; set += 1) sizes[set] = sizes[set & (set - 1)]! + 1
  return sizes
}

const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes)

const jobOf = (games: Game[]): TableJob => {
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

/**
 * Values a set of winners, with every set of connectors. The value of a set is the most that it is worth without
 * one of its winners, its floor, unless a match that uses all of them reaches more: so the column of every
 * winner that has only one is chosen, and what is left to search is little. Connectors are taken from all of
 * them downwards: without those that a match leaves idle the value is the same, and with fewer it is no more.
 */
const valuer = (
  { program, memberOf, connectors, winners }: Game,
  values: Float64Array,
  pulse: () => void,
) => {
  const shift = connectors.length
  const most = 2 ** shift - 1
  const members = shift + winners.length
  const held = new Int32Array(members)
  for (const member of memberOf) if (member >= 0) held[member] = held[member]! + 1
  const sole = memberOf.map((member, column) =>
    member >= shift && held[member] === 1 && program.columns[column]!.whole ? 1 : 0,
  )
  const bounds = priceBounds(memberOf, sole, shift, winners.length)
  const valueOf = evaluator(program, pulse, true, bounds.learn)
  const step = isInPence(program) ? 1 : Number.EPSILON
  const present = new Uint8Array(memberOf.length)
  const used = new Uint8Array(memberOf.length)
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
  const ask = (set: number, floor: number) => {
    for (let column = 0; column < memberOf.length; column += 1) {
      const member = memberOf[column]!
      present[column] = member < 0 ? 1 : (set >> member) & 1
      used[column] = sole[column]! & present[column]!
    }
    return valueOf(present, floor, used)
  }
  return (coalition: number): void => {
    told.fill(0)
    bounds.look(coalition)
    for (let funded = most; funded >= 0; funded -= 1) {
      if (told[funded] === 1) continue
      const set = (coalition << shift) | funded
      const floor = floorOf(set)
      const mayBeMore = ceilingOf(set) > floor && !bounds.isBelow(funded, floor + step)
      const found = mayBeMore ? ask(set, floor) : null
      values[set] = found?.value ?? floor
      if (found === null) continue
      let idle = funded
      for (const column of found.chosen) if (memberOf[column]! >= 0) idle &= ~(1 << memberOf[column]!)
      for (let some = idle; ; some = (some - 1) & idle) {
        const same = (funded & ~idle) | some
        told[same] = 1
        values[(coalition << shift) | same] = found.value
        if (some === 0) break
      }
    }
  }
}

/** Takes chunks until none is left, then waits for the others. */
const fill = (
  { games, values, order, chunks, counters }: TableJob,
  onProgress: (done: number) => void,
): void => {
  const pulse = (): void => {
    if (Atomics.load(counters, BROKEN) === 1) throw new Error('A thread that helps with pricing failed')
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

const tablesIn = (games: readonly Game[], values: Float64Array): Float64Array[] => {
  const first = before(games, setsOf)
  return games.map((_, at) => values.subarray(first[at], first[at + 1]))
}

/** What another thread does when it is handed tables. */
export const helpWithTables = (job: TableJob): void => {
  try {
    fill(job, () => {})
  } catch (failure) {
    if (Atomics.exchange(job.counters, BROKEN, 1) === 0) throw failure
  }
}

/** Fewer sets than this are not worth telling others of. */
const FEWEST_SHARED = 2_048

/**
 * The value of every set of every game, one table for each. Smaller sets come first; those of one size are
 * shared among the threads. Every answer follows from the question and the smaller answers alone, so that the
 * number of threads changes nothing.
 */
export const tablesOf = (
  games: Game[],
  pool: ((job: TableJob) => void) | undefined,
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
