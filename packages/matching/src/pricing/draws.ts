import type { MarketProgram } from '../model/program.ts'
import { createCoalitionEvaluator } from '../solver/evaluator.ts'
import { createValuerByConnectors, type CoalitionValueFunction } from './conditioned.ts'
import { findConnectorCut } from '../model/connectors.ts'

/** A block of which single sets are valued: its columns in the whole part, and the connectors among them. */
export interface SampledBlock {
  program: MarketProgram
  from: number[]
  /** For each column, the bit of its connector in the block's own sets; -1 if the column is not a connector. */
  connectorAt: number[]
  /** For each way to fund connectors, the set of this block's connectors that it funds. */
  ways: Int32Array
}

/** Input of all draws: each side is valued for every way to fund connectors. */
export interface DrawValuationInput {
  /** The part, valued as a whole if there are no blocks. */
  program: MarketProgram
  /** For each column, the index of its winner among those drawn; -1 if it is always present. */
  drawnAt: Int32Array
  blocks: SampledBlock[]
  /** For each way, the cost of its connectors, and the indices of their owners among those drawn. */
  ways: { cost: number; owners: number[] }[]
}

/** Draws that one or more threads value; the job can be sent to another thread. */
export interface DrawValuationJob {
  question: DrawValuationInput
  /** Number of players drawn from. */
  players: number
  /**
   * Ring buffers of the sides of each draw, the values of both sides and the work they took: draw d is at d modulo
   * `ROOM`.
   */
  sides: Int8Array
  values: Float64Array
  work: Float64Array
  counters: Int32Array
}

/** Counters of a job: next draw to take, draws valued, draws available, and 1 once it has ended. */
const [NEXT, VALUED, THERE, OVER, COUNTERS] = [0, 1, 2, 3, 4]
/** Size of the ring buffers, in draws. */
const ROOM = 1_024
/** Interval at which a waiting thread checks whether to continue. */
const PATIENCE_MS = 50

/** Up to this many columns one search of the whole is faster than one for each way to fund the connectors. */
const MOST_WHOLE = 80

/** The fastest function that values single coalitions: over the market cut at its connectors, or as a whole. */
const characteristicFunction = (
  program: MarketProgram,
  pulse: (columns: number) => void,
): CoalitionValueFunction => {
  const cut = program.columns.length > MOST_WHOLE ? findConnectorCut(program) : null
  if (cut !== null) return createValuerByConnectors(program, cut, pulse)
  const valueOf = createCoalitionEvaluator(program, () => pulse(program.columns.length), true)
  return present => valueOf(present, 0)?.value ?? 0
}

/**
 * Values a block with each set of its connectors that some way needs, starting with all of them: without those that
 * its match leaves idle the value is the same.
 */
const blockValuer = (
  { program, from, connectorAt, ways }: SampledBlock,
  pulse: (columns: number) => void,
) => {
  const valueOf = createCoalitionEvaluator(program, () => pulse(program.columns.length), true)
  const connectors = Math.max(0, ...connectorAt.map(at => at + 1))
  const needed = new Set(ways)
  const values = new Float64Array(2 ** connectors)
  const present = new Uint8Array(from.length)
  return (isThere: Uint8Array): Float64Array => {
    values.fill(NaN)
    for (let funded = values.length - 1; funded >= 0; funded -= 1) {
      if (!needed.has(funded) || !Number.isNaN(values[funded]!)) continue
      from.forEach((column, k) => {
        const at = connectorAt[k]!
        present[k] = at < 0 ? isThere[column]! : (funded >> at) & 1
      })
      const found = valueOf(present, 0)
      let idle = funded
      for (const column of found?.chosen ?? [])
        if (connectorAt[column]! >= 0) idle &= ~(1 << connectorAt[column]!)
      for (let some = idle; ; some = (some - 1) & idle) {
        values[(funded & ~idle) | some] = found?.value ?? 0
        if (some === 0) break
      }
    }
    return values
  }
}

/** Values one side of a draw for every way to fund connectors; NaN if an owner is absent. */
const sideValuer = (
  { program, drawnAt, blocks, ways }: DrawValuationInput,
  pulse: (columns: number) => void,
) => {
  const isThere = new Uint8Array(drawnAt.length)
  const whole = blocks.length === 0 ? characteristicFunction(program, pulse) : null
  const valuers = blocks.map(block => ({ local: block.ways, valuesOf: blockValuer(block, pulse) }))
  return (sides: Int8Array, side: number, into: Float64Array): void => {
    for (let column = 0; column < isThere.length; column += 1) {
      const at = drawnAt[column]!
      isThere[column] = at < 0 || sides[at] === side ? 1 : 0
    }
    if (whole !== null) {
      into[0] = whole(isThere)
      return
    }
    ways.forEach(({ cost, owners }, way) => {
      into[way] = owners.every(owner => sides[owner] === side) ? -cost : NaN
    })
    for (const { local, valuesOf } of valuers) {
      const values = valuesOf(isThere)
      for (let way = 0; way < ways.length; way += 1) into[way]! += values[local[way]!]!
    }
  }
}

const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes)

const jobOf = (question: DrawValuationInput, players: number): DrawValuationJob => ({
  question,
  players,
  sides: new Int8Array(shared(ROOM * players)),
  values: new Float64Array(shared(8 * ROOM * 2 * question.ways.length)),
  work: new Float64Array(shared(8 * ROOM)),
  counters: new Int32Array(shared(4 * COUNTERS)),
})

/** Waits until a counter is high enough; false if the job ends first. */
const waitFor = (counters: Int32Array, which: number, enough: number, pulse: () => void): boolean => {
  for (;;) {
    if (Atomics.load(counters, OVER) === 1) return false
    const now = Atomics.load(counters, which)
    if (now >= enough) return true
    pulse()
    Atomics.wait(counters, which, now, PATIENCE_MS)
  }
}

/** Takes draws one after another and values both sides of each. */
const worker = ({ question, players, sides, values, work, counters }: DrawValuationJob, beat: () => void) => {
  let done = 0
  const valueSide = sideValuer(question, columns => {
    done += columns * columns
    beat()
  })
  const ways = question.ways.length
  return (draw: number): void => {
    const at = draw % ROOM
    const own = sides.subarray(at * players, (at + 1) * players)
    done = 0
    valueSide(own, 1, values.subarray(2 * at * ways, (2 * at + 1) * ways))
    valueSide(own, -1, values.subarray((2 * at + 1) * ways, (2 * at + 2) * ways))
    work[at] = done
    Atomics.add(counters, VALUED, 1)
    Atomics.notify(counters, VALUED)
  }
}

/** Values draws in another thread until the job ends. */
export const runDrawValuationJob = (job: DrawValuationJob): void => {
  const { counters } = job
  const stop = (): void => {
    if (Atomics.load(counters, OVER) === 1) throw new Error('The draws have ended')
  }
  try {
    const value = worker(job, stop)
    for (;;) {
      const draw = Atomics.add(counters, NEXT, 1)
      if (!waitFor(counters, THERE, draw + 1, () => {})) return
      value(draw)
    }
  } catch (failure) {
    if (Atomics.exchange(counters, OVER, 1) === 0) throw failure
  }
}

/**
 * Result of a draw: the values of its two sides for every way, and the work. Every question, and every 64 nodes of a
 * long one, count the square of the number of columns, which is roughly the time they take.
 */
export interface ValuedDraw {
  here: Float64Array
  others: Float64Array
  work: number
}

/**
 * Values draws in this thread and those of a pool; call `over` to release those. Values and work depend on the draw
 * alone, so the number of threads does not change the result.
 */
export const createDrawValuer = (
  question: DrawValuationInput,
  players: number,
  pool: ((job: DrawValuationJob) => void) | undefined,
  pulse: () => void,
) => {
  const job = jobOf(question, players)
  const { counters, sides, values, work } = job
  const ways = question.ways.length
  const value = worker(job, pulse)
  pool?.(job)
  let there = 0
  let mine = -1
  const some = (list: readonly Int8Array[]): ValuedDraw[] => {
    list.forEach((own, k) => sides.set(own, ((there + k) % ROOM) * players))
    const first = there
    there += list.length
    Atomics.store(counters, THERE, there)
    Atomics.notify(counters, THERE)
    for (;;) {
      if (mine < 0) mine = Atomics.add(counters, NEXT, 1)
      if (mine >= there) break
      value(mine)
      mine = -1
    }
    if (!waitFor(counters, VALUED, there, pulse)) throw new Error('A pricing thread failed')
    return list.map((_, k) => {
      const at = (first + k) % ROOM
      const of = (side: number) => values.slice((2 * at + side) * ways, (2 * at + side + 1) * ways)
      return { here: of(0), others: of(1), work: work[at]! }
    })
  }
  const valued = (list: readonly Int8Array[]): ValuedDraw[] => {
    const all: ValuedDraw[] = []
    for (let from = 0; from < list.length; from += ROOM) all.push(...some(list.slice(from, from + ROOM)))
    return all
  }
  return { valued, over: () => void Atomics.store(counters, OVER, 1) }
}
