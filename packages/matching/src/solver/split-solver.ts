import { MatchCancelledError } from '../formats/errors.ts'
import type { ConnectorCut } from '../model/connectors.ts'
import type { MarketProgram } from '../model/program.ts'
import { strengthenRelaxation } from '../model/strong.ts'
import type { Submarket } from '../model/submarkets.ts'
import { branchAndBound, createSearchMemory } from './branch.ts'
import { createDenseProgram } from './dense-program.ts'
import type { DenseProgram } from './dense.ts'
import type { FeasibleSolution } from './judge.ts'
import type { SearchLimits, SharedSearchMemory, BranchingSplit } from './search.ts'
import {
  differsFromChoiceRow,
  type SolveRequest,
  type SolveResult,
  type Solver,
  type DifferenceConstraint,
} from './solve-request.ts'

type Found = FeasibleSolution

/** Thrown when a search exceeds its limit of nodes. */
class Unsettled extends Error {}

const proven = (dense: DenseProgram, limits: SearchLimits): Found | null => {
  const { x, value, proven: settled } = branchAndBound(dense, limits)
  if (!settled) throw new Unsettled()
  return x === null ? null : { x, value }
}

/** Number of questions that differ within a block for which its results are cached. */
const MOST_KEPT = 4

/** The best choice of a block, or an upper bound below which there is none. */
type Known = Found | { most: number }

/** A question to a part: its columns, objective and bounds. */
type Asked = Pick<SolveRequest, 'program' | 'objective' | 'lower' | 'upper'>

/** A block under the bounds and objective of a question, for any choice of its connectors. */
const searchedBlock = (
  { program: block, from }: Submarket,
  connectors: ReadonlySet<number>,
  { program: whole, objective, lower, upper }: Asked,
  spare: SharedSearchMemory['spare'],
) => {
  const pick = (of: ArrayLike<number> | undefined): number[] | undefined => of && from.map(at => of[at]!)
  const columns = from.map(at =>
    connectors.has(at) ? { ...whole.columns[at]!, value: 0 } : whole.columns[at]!,
  )
  const program = { ...strengthenRelaxation(block, false), columns }
  const dense = createDenseProgram({
    program,
    objective: objective && from.map(at => (connectors.has(at) ? 0 : objective[at]!)),
    lower: pick(lower),
    upper: pick(upper),
  })
  const memory: SharedSearchMemory = { ...createSearchMemory(dense), spare }
  const known = new Map<string, Known>()
  const keyOf = (choice: Float64Array): string =>
    from.map(column => (connectors.has(column) ? choice[column]! : '')).join('')
  const given = (choice: Float64Array): DenseProgram => {
    const fixed = (bounds: Float64Array): Float64Array =>
      bounds.map((bound, at) => (connectors.has(from[at]!) ? choice[from[at]!]! : bound))
    return { ...dense, lower: fixed(dense.lower), upper: fixed(dense.upper) }
  }
  return {
    from,
    step: dense.step,
    /** Upper bound of the block for some connectors, from the cache or the relaxation. */
    most: (choice: Float64Array, bound: number): number => {
      const found = known.get(keyOf(choice))
      if (found !== undefined && 'x' in found) return found.value
      const most = Math.min(bound, found?.most ?? Infinity)
      return dense.step === 1 ? Math.floor(most) : most
    },
    /** Its best choice for some connectors, or null if that is not above a floor. */
    best: (choice: Float64Array, floor: number, limits: SearchLimits): Found | null => {
      const key = keyOf(choice)
      const before = known.get(key)
      if (before !== undefined && 'x' in before) return before
      const found = proven(given(choice), { ...limits, floor, memory })
      known.set(key, found ?? { most: floor })
      return found
    },
    /** A choice above a floor that differs from another in some whole column. */
    other: (
      choice: Float64Array,
      unlike: DifferenceConstraint,
      floor: number,
      limits: SearchLimits,
    ): Found | null => {
      const among = (at: number): boolean => unlike.among(from[at]!) && !connectors.has(from[at]!)
      const row = differsFromChoiceRow(program, { x: from.map(column => unlike.x[column]!), among })
      if (row.columns.length === 0) return null
      const asked = createDenseProgram({
        program,
        objective: objective && from.map(at => (connectors.has(at) ? 0 : objective[at]!)),
        rows: [row],
      })
      return proven(
        { ...given(choice), rows: asked.rows, judge: asked.judge, alike: asked.alike },
        { ...limits, floor },
      )
    },
  }
}

type SearchedBlock = ReturnType<typeof searchedBlock>

/** Total of the blocks for some connectors, if it is above a floor. */
const settled = (
  blocks: readonly SearchedBlock[],
  connectors: ReadonlySet<number>,
  { dense, limits, unlike, program }: Question,
): BranchingSplit['settle'] => {
  const inBlocks = new Set(blocks.flatMap(({ from }) => from))
  const isOther = (x: Float64Array, { x: known, among }: DifferenceConstraint): boolean =>
    program.columns.some(
      ({ whole }, at) => whole && among(at) && Math.round(x[at]!) !== Math.round(known[at]!),
    )
  return (decided, bounds, floor) => {
    const x = Float64Array.from(decided)
    let value = 0
    for (const [column, weight] of dense.objective.entries())
      if (!inBlocks.has(column) || connectors.has(column)) value += weight * x[column]!
    const put = ({ from }: SearchedBlock, choice: Float64Array): void =>
      from.forEach((column, at) => (x[column] = choice[at]!))
    const most = blocks.map((block, at) => block.most(decided, bounds[at]!))
    value += most.reduce((sum, one) => sum + one, 0)
    for (const [at, block] of blocks.entries()) {
      if (value <= floor) return null
      const found = block.best(decided, floor - value + most[at]!, limits)
      if (found === null) return null
      value += found.value - most[at]!
      most[at] = found.value
      put(block, found.x)
    }
    if (value <= floor) return null
    if (unlike === undefined || isOther(x, unlike)) return { x, value }
    for (const [at, block] of blocks.entries()) {
      const other = block.other(decided, unlike, floor - value + most[at]!, limits)
      if (other === null) continue
      put(block, other.x)
      return { x, value: value + other.value - most[at]! }
    }
    return null
  }
}

interface Question {
  program: MarketProgram
  dense: DenseProgram
  limits: SearchLimits
  unlike: DifferenceConstraint | undefined
}

/**
 * Solver for a part that falls into blocks once its connectors are decided. It branches only on the connectors, under
 * the relaxation of the whole; for each choice of them it searches the blocks one by one, so that search trees add up
 * instead of multiplying, and caches the value of a block for the connectors. Questions with their own rows, and
 * those that take too many nodes, go to another solver.
 */
export const createConnectorSolver = (
  solve: Solver,
  part: MarketProgram,
  cut: ConnectorCut,
  nodes: number,
): Solver => {
  const connectors = new Set(cut.connectors)
  const capped = strengthenRelaxation(part, false)
  const searched = cut.blocks.map(() => new Map<string, SearchedBlock>())
  const spare: SharedSearchMemory['spare'] = []
  const groups = { of: new Int32Array(part.columns.length).fill(-1), count: cut.blocks.length }
  for (const [at, { from }] of cut.blocks.entries())
    for (const column of from) if (!connectors.has(column)) groups.of[column] = at
  const blocksFor = (asked: Asked, dense: DenseProgram): SearchedBlock[] =>
    cut.blocks.map((block, at) => {
      const own = block.from.filter(column => !connectors.has(column))
      const bids = own.flatMap(c => asked.program.columns[c]!.portions?.map(({ bid }) => bid) ?? [])
      const terms = own.map(c => `${dense.objective[c]} ${dense.lower[c]} ${dense.upper[c]}`)
      const key = [asked.objective === undefined, ...terms, ...bids].join()
      const found = searched[at]!.get(key) ?? searchedBlock(block, connectors, asked, spare)
      if (searched[at]!.size >= MOST_KEPT) searched[at]!.clear()
      searched[at]!.set(key, found)
      return found
    })
  return (request: SolveRequest): SolveResult => {
    const { rows = [], held = [], relaxed, floor, unlike, seconds = Infinity, onBound } = request
    if (rows.length > 0 || held.length > 0) return solve(request)
    const end = Date.now() + seconds * 1_000
    const cancelled = (): boolean => {
      if (Date.now() > end) throw new Unsettled()
      return request.cancelled?.() === true
    }
    const program = { ...capped, columns: request.program.columns }
    const asked = { ...request, program }
    const dense = createDenseProgram(asked)
    const limits = { cancelled, nodes }
    const beside = (): BranchingSplit['settle'] => {
      const settle = settled(blocksFor(asked, dense), connectors, { program, dense, limits, unlike })
      return (decided, most, above) => {
        if (cancelled()) throw new MatchCancelledError()
        const found = settle(decided, most, above)
        if (found !== null) onBound?.(found.value, null)
        return found
      }
    }
    try {
      const split = relaxed === true ? undefined : { first: cut.connectors, groups, settle: beside() }
      const found = proven(dense, { ...limits, floor, split })
      if (found === null) return { status: 'infeasible', x: null, value: -Infinity, bound: -Infinity }
      return { status: 'optimal', ...found, bound: found.value }
    } catch (stopped) {
      if (!(stopped instanceof Unsettled)) throw stopped
      return solve({ ...request, seconds: (end - Date.now()) / 1_000 })
    }
  }
}
