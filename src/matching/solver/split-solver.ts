import { Cancelled } from '../formats/errors.ts'
import type { Cut } from '../model/connectors.ts'
import type { Program } from '../model/program.ts'
import { strengthened } from '../model/strong.ts'
import type { Submarket } from '../model/submarkets.ts'
import {
  branchAndBound,
  memoryOf,
  type Incumbent,
  type Limits,
  type Memory,
  type DenseProgram,
  type Split,
} from './branch.ts'
import { denseProgramOf } from './dense-program.ts'
import {
  differsFrom,
  type SolveRequest,
  type SolveResult,
  type Solver,
  type Unlike,
} from './solve-request.ts'

type Found = Pick<Incumbent, 'value'> & { x: Float64Array }

/** A search took more nodes than it was given. */
class Unsettled extends Error {}

const proven = (dense: DenseProgram, limits: Limits): Found | null => {
  const { x, value, proven: settled } = branchAndBound(dense, limits)
  if (!settled) throw new Unsettled()
  return x === null ? null : { x, value }
}

/** Noise of a relaxation's value, in pence. */
const NOISE = 0.1

/** What is known of a block is kept for so many questions that differ within it. */
const MOST_KEPT = 4

/** The best choice of a block, or that there is none above a value. */
type Known = Found | { most: number }

/** A block under the bounds and weights of a question, for any choice of the connectors it touches. */
const searchedBlock = (
  { program, from }: Submarket,
  connectors: ReadonlySet<number>,
  whole: DenseProgram,
  spare: Memory['spare'],
) => {
  const pick = (of: Float64Array): Float64Array => Float64Array.from(from, column => of[column]!)
  const weights = Float64Array.from(from, at => (connectors.has(at) ? 0 : whole.objective[at]!))
  const dense = denseProgramOf({
    program: strengthened(program, false),
    objective: [...weights],
    lower: pick(whole.lower),
    upper: pick(whole.upper),
  })
  const memory: Memory = { ...memoryOf(dense), spare }
  const known = new Map<string, Known>()
  const keyOf = (choice: Float64Array): string =>
    from.map(column => (connectors.has(column) ? Math.round(choice[column]!) : '')).join('')
  const given = (choice: Float64Array): DenseProgram => {
    const fixed = (bounds: Float64Array): Float64Array =>
      bounds.map((bound, at) => (connectors.has(from[at]!) ? Math.round(choice[from[at]!]!) : bound))
    return { ...dense, lower: fixed(dense.lower), upper: fixed(dense.upper) }
  }
  return {
    from,
    /** The most it can be worth beside some connectors, by what is known of it or by the relaxation. */
    most: (relaxed: Float64Array): number => {
      const found = known.get(keyOf(relaxed))
      if (found !== undefined && 'x' in found) return found.value
      const bound = from.reduce((sum, column, at) => sum + weights[at]! * relaxed[column]!, NOISE)
      return Math.min(bound, found?.most ?? Infinity)
    },
    /** Its best choice beside some connectors, or null if that is not above a floor. */
    best: (choice: Float64Array, floor: number, limits: Limits): Found | null => {
      const key = keyOf(choice)
      const before = known.get(key)
      if (before !== undefined && 'x' in before) return before
      const found = proven(given(choice), { ...limits, floor, memory })
      known.set(key, found ?? { most: floor })
      return found
    },
    /** A choice above a floor that differs from another in some whole column. */
    other: (choice: Float64Array, unlike: Unlike, floor: number, limits: Limits): Found | null => {
      const among = (at: number): boolean => unlike.among(from[at]!) && !connectors.has(from[at]!)
      const row = differsFrom(program, { x: from.map(column => unlike.x[column]!), among })
      if (row.columns.length === 0) return null
      const rows = [...dense.rows, ...denseProgramOf({ program: { ...program, rows: [row] } }).rows]
      return proven({ ...given(choice), rows }, { ...limits, floor })
    },
  }
}

type SearchedBlock = ReturnType<typeof searchedBlock>

/** What the blocks come to beside the connectors of a relaxation's answer, if it is above a floor. */
const settled = (
  blocks: readonly SearchedBlock[],
  connectors: ReadonlySet<number>,
  { dense, limits, unlike, program }: Question,
) => {
  const isOther = (x: Float64Array, { x: known, among }: Unlike): boolean =>
    program.columns.some(
      ({ whole }, at) => whole && among(at) && Math.round(x[at]!) !== Math.round(known[at]!),
    )
  return (relaxed: Float64Array, floor: number): Found | null => {
    const x = new Float64Array(relaxed.length)
    let value = 0
    for (const column of connectors) {
      x[column] = Math.max(0, Math.round(relaxed[column]!))
      value += dense.objective[column]! * x[column]
    }
    const put = ({ from }: SearchedBlock, choice: Float64Array): void =>
      from.forEach((column, at) => (x[column] = choice[at]!))
    const bounds = blocks.map(block => block.most(relaxed))
    value += bounds.reduce((sum, most) => sum + most, 0)
    for (const [at, block] of blocks.entries()) {
      if (value <= floor) return null
      const found = block.best(relaxed, floor - value + bounds[at]!, limits)
      if (found === null) return null
      value += found.value - bounds[at]!
      bounds[at] = found.value
      put(block, found.x)
    }
    if (value <= floor) return null
    if (unlike === undefined || isOther(x, unlike)) return { x, value }
    for (const [at, block] of blocks.entries()) {
      const other = block.other(relaxed, unlike, floor - value + bounds[at]!, limits)
      if (other === null) continue
      put(block, other.x)
      return { x, value: value + other.value - bounds[at]! }
    }
    return null
  }
}

interface Question {
  program: Program
  dense: DenseProgram
  limits: Limits
  unlike: Unlike | undefined
}

/**
 * A solver for a part that falls into blocks once its connectors are decided. Only the connectors are branched
 * on, under the relaxation of the whole; beside each choice of them the blocks are searched one by one, so
 * that their trees add up instead of multiplying, and what a block is worth beside some connectors is worked
 * out once. Questions with rows of their own, and those that take too many nodes, go to another solver.
 */
export const splitSolver = (solve: Solver, program: Program, cut: Cut, nodes: number): Solver => {
  const connectors = new Set(cut.connectors)
  const capped = strengthened(program, false)
  const searched = cut.blocks.map(() => new Map<string, SearchedBlock>())
  const spare: Memory['spare'] = []
  const blocksFor = (dense: DenseProgram): SearchedBlock[] =>
    cut.blocks.map((block, at) => {
      const own = block.from.filter(column => !connectors.has(column))
      const key = own.map(c => `${dense.objective[c]} ${dense.lower[c]} ${dense.upper[c]}`).join()
      const found = searched[at]!.get(key) ?? searchedBlock(block, connectors, dense, spare)
      if (searched[at]!.size >= MOST_KEPT) searched[at]!.clear()
      searched[at]!.set(key, found)
      return found
    })
  return (request: SolveRequest): SolveResult => {
    const { rows = [], relaxed, floor, unlike, seconds = Infinity, onBound } = request
    if (rows.length > 0) return solve(request)
    const end = Date.now() + seconds * 1_000
    const cancelled = (): boolean => {
      if (Date.now() > end) throw new Unsettled()
      return request.cancelled?.() === true
    }
    const dense = denseProgramOf({ ...request, program: capped })
    const limits = { cancelled, nodes }
    const beside = (): Split['settle'] => {
      const settle = settled(blocksFor(dense), connectors, { program, dense, limits, unlike })
      return (choice, above) => {
        if (cancelled()) throw new Cancelled()
        const found = settle(choice, above)
        if (found !== null) onBound?.(found.value, null)
        return found
      }
    }
    try {
      const split = relaxed === true ? undefined : { first: cut.connectors, settle: beside() }
      const found = proven(dense, { ...limits, floor, split })
      if (found === null) return { status: 'infeasible', x: null, value: -Infinity, bound: -Infinity }
      return { status: 'optimal', ...found, bound: found.value }
    } catch (stopped) {
      if (!(stopped instanceof Unsettled)) throw stopped
      return solve({ ...request, seconds: (end - Date.now()) / 1_000 })
    }
  }
}
