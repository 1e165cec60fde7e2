import { sizeOf, type Classes } from './classes.ts'

/** How many sets of each size the classes of one side have: those of class c from `from[c]` to `from[c + 1]`. */
interface Counts {
  from: Int32Array
  sizes: Int32Array
  counts: Float64Array
}

/** One side of a pairing. */
interface Side extends Counts {
  classes: number
  /** One more than it has winners. */
  width: number
  gains: Float64Array
}

/**
 * For each class, and each size of the other side's sets, the sum of what the pairs gain: `low` of the lowest 30 bits of
 * each gain, `high` of what is above those.
 */
export interface Gained {
  low: Float64Array
  high: Float64Array
}

/** Pairs being combined, by one thread or by several: all of it can be handed to another. */
export interface PairJob {
  a: Side
  b: Side
  ways: number
  gainedA: Gained
  /** Classes of the first side are taken slice by slice, each of which adds up what it gains the second by itself. */
  slices: Gained[]
  counters: Int32Array
}

/** Who helps, and who looks on and may throw to break off. */
export interface Watched {
  pool?: ((job: PairJob) => void) | undefined
  pulse: () => void
}

/** Nobody helps, and nobody looks on. */
export const UNWATCHED: Watched = { pulse: () => {} }

/** Counters of a job: the next slice to take, how many are done, and whether somebody broke it off. */
const [NEXT, DONE, BROKEN, COUNTERS] = [0, 1, 2, 3]
const SLICES = 16
/** Fewer additions than this are not worth telling others of. */
const FEWEST_SHARED = 2 ** 20
/** How often a waiting thread looks whether it should still wait. */
const PATIENCE_MS = 50
/** Gains are added up in parts of so much, so that products with counts of sets stay exact. */
const PART = 2 ** 30

const shared = (numbers: number): Float64Array<SharedArrayBuffer> =>
  new Float64Array(new SharedArrayBuffer(8 * numbers))

const noGain = (numbers: number): Gained => ({ low: shared(numbers), high: shared(numbers) })

const sideOf = ({ own, classOf, classes, gains }: Classes): Side => {
  const width = own.length + 1
  const all = new Float64Array(classes * width)
  classOf.forEach((at, set) => (all[at * width + sizeOf(set)]! += 1))
  const from = new Int32Array(classes + 1)
  const some = [...all.keys()].filter(at => all[at]! > 0)
  for (const at of some) from[Math.floor(at / width) + 1]! += 1
  for (let at = 0; at < classes; at += 1) from[at + 1]! += from[at]!
  const sharedGains = shared(gains.length)
  sharedGains.set(gains)
  return {
    classes,
    width,
    gains: sharedGains,
    from,
    sizes: Int32Array.from(some, at => at % width),
    counts: Float64Array.from(some, at => all[at]!),
  }
}

const addTo = (
  { low, high }: Gained,
  at: number,
  { from, sizes, counts }: Counts,
  other: number,
  gain: number,
) => {
  const highPart = Math.floor(gain / PART)
  const lowPart = gain - highPart * PART
  for (let k = from[other]!; k < from[other + 1]!; k += 1) {
    const place = at + sizes[k]!
    low[place]! += lowPart * counts[k]!
    if (highPart > 0) high[place]! += highPart * counts[k]!
  }
}

/** Combines the classes of one slice with each of the other side. */
const pairSlice = ({ a, b, ways, gainedA, slices }: PairJob, slice: number, pulse: () => void): void => {
  const gainedB = slices[slice]!
  const [first, last] = [slice, slice + 1].map(at => Math.floor((at * a.classes) / slices.length))
  for (let i = first!; i < last!; i += 1) {
    pulse()
    const rowA = i * ways
    for (let j = 0; j < b.classes; j += 1) {
      const rowB = j * ways
      let best = 0
      for (let way = 1; way < ways; way += 1) {
        const gain = a.gains[rowA + way]! + b.gains[rowB + way]!
        if (gain > best) best = gain
      }
      if (best === 0) continue
      addTo(gainedA, i * b.width, b, j, best)
      addTo(gainedB, j * a.width, a, i, best)
    }
  }
}

const takeSlices = (job: PairJob, onPulse: () => void): void => {
  const { counters, slices } = job
  const pulse = (): void => {
    if (Atomics.load(counters, BROKEN) === 1) throw new Error('A thread that helps with pricing failed')
    onPulse()
  }
  for (;;) {
    const slice = Atomics.add(counters, NEXT, 1)
    if (slice >= slices.length) return
    pairSlice(job, slice, pulse)
    Atomics.add(counters, DONE, 1)
    Atomics.notify(counters, DONE)
  }
}

/** What another thread does when it is handed pairs. */
export const helpWithPairs = (job: PairJob): void => {
  try {
    takeSlices(job, () => {})
  } catch (failure) {
    if (Atomics.exchange(job.counters, BROKEN, 1) === 0) throw failure
  }
}

const sumOf = (some: readonly Gained[]): Gained => {
  const [first, ...others] = some
  for (const { low, high } of others) {
    low.forEach((value, at) => (first!.low[at]! += value))
    high.forEach((value, at) => (first!.high[at]! += value))
  }
  return first!
}

/**
 * Combines each class of one side with each of the other, once: for both sides what that gains. Sums of whole
 * numbers below 2^53 are exact in any order, so the number of threads changes nothing.
 */
export const gainsOfPairs = (
  one: Classes,
  other: Classes,
  ways: number,
  { pool, pulse }: Watched,
): [Gained, Gained] => {
  const [a, b] = [sideOf(one), sideOf(other)]
  const job: PairJob = {
    a,
    b,
    ways,
    gainedA: noGain(a.classes * b.width),
    slices: Array.from({ length: SLICES }, () => noGain(b.classes * a.width)),
    counters: new Int32Array(new SharedArrayBuffer(4 * COUNTERS)),
  }
  const { counters } = job
  if (a.classes * b.classes * ways >= FEWEST_SHARED) pool?.(job)
  try {
    takeSlices(job, pulse)
    for (;;) {
      const done = Atomics.load(counters, DONE)
      if (done === SLICES) break
      pulse()
      if (Atomics.load(counters, BROKEN) === 1) throw new Error('A thread that helps with pricing failed')
      Atomics.wait(counters, DONE, done, PATIENCE_MS)
    }
  } finally {
    Atomics.store(counters, BROKEN, 1)
  }
  return [job.gainedA, sumOf(job.slices)]
}
