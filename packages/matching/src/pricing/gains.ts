import { countSetBits, type CoalitionClasses } from './classes.ts'

/** Number of sets by size, class after class: class c occupies indices `from[c]` up to (not including) `from[c + 1]`. */
interface Counts {
  from: Int32Array
  sizes: Int32Array
  counts: Float64Array
}

interface Side extends Counts {
  classes: number
  /** One more than its number of winners. */
  width: number
  gains: Float64Array
}

/**
 * For each class, and each size of the other side's sets, the summed gains of the pairs, split for exactness: `low`
 * sums the lowest 30 bits, `high` the bits above.
 */
export interface ClassGainSums {
  low: Float64Array
  high: Float64Array
}

/** Pairs that one or more threads combine; the job can be sent to another thread. */
export interface ClassPairJob {
  a: Side
  b: Side
  ways: number
  gainedA: ClassGainSums
  /** Slices of the classes of the first side; each has its own sums for the second side. */
  slices: ClassGainSums[]
  counters: Int32Array
}

/** Pool of helpers, and a callback that may throw to cancel. */
export interface PricingHooks {
  pool?: ((job: ClassPairJob) => void) | undefined
  pulse: () => void
}

/** No pool and no cancelling. */
export const NO_PRICING_HOOKS: PricingHooks = { pulse: () => {} }

/** Counters of a job: next slice to take, slices done, and 1 once it was cancelled. */
const [NEXT, DONE, BROKEN, COUNTERS] = [0, 1, 2, 3]
const SLICES = 16
/** With fewer additions than this, threads do not pay. */
const FEWEST_SHARED = 2 ** 20
/** Interval at which a waiting thread checks whether to continue. */
const PATIENCE_MS = 50
/** Gains are summed in parts of this size, so that products with counts of sets stay exact. */
const PART = 2 ** 30

const shared = (numbers: number): Float64Array<SharedArrayBuffer> =>
  new Float64Array(new SharedArrayBuffer(8 * numbers))

const noGain = (numbers: number): ClassGainSums => ({ low: shared(numbers), high: shared(numbers) })

const sideOf = ({ own, classOf, classes, gains }: CoalitionClasses): Side => {
  const width = own.length + 1
  const all = new Float64Array(classes * width)
  classOf.forEach((at, set) => (all[at * width + countSetBits(set)]! += 1))
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
  { low, high }: ClassGainSums,
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

/** Combines the classes of one slice with each class of the other side. */
const pairSlice = ({ a, b, ways, gainedA, slices }: ClassPairJob, slice: number, pulse: () => void): void => {
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

const takeSlices = (job: ClassPairJob, onPulse: () => void): void => {
  const { counters, slices } = job
  const pulse = (): void => {
    if (Atomics.load(counters, BROKEN) === 1) throw new Error('A pricing thread failed')
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

/** Combines pairs in another thread. */
export const runClassPairJob = (job: ClassPairJob): void => {
  try {
    takeSlices(job, () => {})
  } catch (failure) {
    if (Atomics.exchange(job.counters, BROKEN, 1) === 0) throw failure
  }
}

const sumOf = (some: readonly ClassGainSums[]): ClassGainSums => {
  const [first, ...others] = some
  for (const { low, high } of others) {
    low.forEach((value, at) => (first!.low[at]! += value))
    high.forEach((value, at) => (first!.high[at]! += value))
  }
  return first!
}

/**
 * Combines each class of one side with each of the other once, and returns the sums for both sides. Sums of whole
 * numbers below 2^53 are exact in any order, so the number of threads does not change the result.
 */
export const sumClassPairGains = (
  one: CoalitionClasses,
  other: CoalitionClasses,
  ways: number,
  { pool, pulse }: PricingHooks,
): [ClassGainSums, ClassGainSums] => {
  const [a, b] = [sideOf(one), sideOf(other)]
  const job: ClassPairJob = {
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
      if (Atomics.load(counters, BROKEN) === 1) throw new Error('A pricing thread failed')
      Atomics.wait(counters, DONE, done, PATIENCE_MS)
    }
  } finally {
    Atomics.store(counters, BROKEN, 1)
  }
  return [job.gainedA, sumOf(job.slices)]
}
