import type { Program } from '../model/program.ts'
import { evaluator } from '../solver/evaluator.ts'
import { conditioned, type ValueOf } from './conditioned.ts'
import { cutOf } from '../model/connectors.ts'

/** A block of which single sets are valued: its columns in the whole part, and the connectors among them. */
export interface OpenBlock {
  program: Program
  from: number[]
  /** For each column the connector it is, as a bit of the block's own sets; -1 where it is none. */
  connectorAt: number[]
  /** For each way to fund connectors, which of the block's own it funds. */
  ways: Int32Array
}

/** What is asked of draws: what each side is worth, for every way to fund connectors. */
export interface Question {
  /** The part, taken whole where there are no blocks. */
  program: Program
  /** For each column the place of its winner among those drawn; -1 where it is always there. */
  drawnAt: Int32Array
  blocks: OpenBlock[]
  /** For each way, what its connectors ask, and the places of their owners among those drawn. */
  ways: { cost: number; owners: number[] }[]
}

/** Draws being valued, by one thread or by several: all of it can be handed to another. */
export interface DrawJob {
  question: Question
  /** How many are drawn from. */
  players: number
  /** Sides of draws, values of both sides of each, and how much work each took; those of draw d at d modulo `ROOM`. */
  sides: Int8Array
  values: Float64Array
  work: Float64Array
  counters: Int32Array
}

/** Counters of a job: the next draw to take, how many are valued, how many are there, and whether it is over. */
const [NEXT, VALUED, THERE, OVER, COUNTERS] = [0, 1, 2, 3, 4]
/** So many draws are there at once. */
const ROOM = 1_024
/** How often a waiting thread looks whether it should still wait. */
const PATIENCE_MS = 50

/** Up to so many columns one search of the whole is quicker than one for every way to fund the connectors. */
const MOST_WHOLE = 80

/** Whatever is fastest for one coalition after another: the market cut at its connectors, or taken whole. */
const characteristicFunction = (program: Program, pulse: (columns: number) => void): ValueOf => {
  const cut = program.columns.length > MOST_WHOLE ? cutOf(program) : null
  if (cut !== null) return conditioned(program, cut, pulse)
  const valueOf = evaluator(program, () => pulse(program.columns.length), true)
  return present => valueOf(present, 0)?.value ?? 0
}

/**
 * What a block is worth with each set of its connectors that some way needs. All of them come first: without those
 * that its match leaves idle the value is the same.
 */
const blockValuer = ({ program, from, connectorAt, ways }: OpenBlock, pulse: (columns: number) => void) => {
  const valueOf = evaluator(program, () => pulse(program.columns.length), true)
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

/** Values one side of a draw for every way to fund connectors; not a number where an owner is away. */
const sideValuer = ({ program, drawnAt, blocks, ways }: Question, pulse: (columns: number) => void) => {
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

const jobOf = (question: Question, players: number): DrawJob => ({
  question,
  players,
  sides: new Int8Array(shared(ROOM * players)),
  values: new Float64Array(shared(8 * ROOM * 2 * question.ways.length)),
  work: new Float64Array(shared(8 * ROOM)),
  counters: new Int32Array(shared(4 * COUNTERS)),
})

/** Waits until a counter is high enough; false where the job is over before. */
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
const worker = ({ question, players, sides, values, work, counters }: DrawJob, beat: () => void) => {
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

/** What another thread does when it is handed draws: it values them until the job is over. */
export const helpWithDraws = (job: DrawJob): void => {
  const { counters } = job
  const stop = (): void => {
    if (Atomics.load(counters, OVER) === 1) throw new Error('The draws are over')
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
 * What a draw came to: what its two sides are worth for every way, and the work that took: for every question, and
 * every so many nodes of a long one, the square of its columns, about what one takes. */
export interface Valued {
  here: Float64Array
  others: Float64Array
  work: number
}

/**
 * Values draws, some at a time, by this thread and all others of a pool; `over` lets those go. Every answer and its
 * work follow from the draw alone, so that the number of threads changes nothing.
 */
export const valuingDraws = (
  question: Question,
  players: number,
  pool: ((job: DrawJob) => void) | undefined,
  pulse: () => void,
) => {
  const job = jobOf(question, players)
  const { counters, sides, values, work } = job
  const ways = question.ways.length
  const value = worker(job, pulse)
  pool?.(job)
  let there = 0
  let mine = -1
  const some = (list: readonly Int8Array[]): Valued[] => {
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
    if (!waitFor(counters, VALUED, there, pulse)) throw new Error('A thread that helps with pricing failed')
    return list.map((_, k) => {
      const at = (first + k) % ROOM
      const of = (side: number) => values.slice((2 * at + side) * ways, (2 * at + side + 1) * ways)
      return { here: of(0), others: of(1), work: work[at]! }
    })
  }
  const valued = (list: readonly Int8Array[]): Valued[] => {
    const all: Valued[] = []
    for (let from = 0; from < list.length; from += ROOM) all.push(...some(list.slice(from, from + ROOM)))
    return all
  }
  return { valued, over: () => void Atomics.store(counters, OVER, 1) }
}
