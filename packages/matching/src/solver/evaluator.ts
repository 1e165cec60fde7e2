import type { MarketProgram } from '../model/program.ts'
import { branchAndBound } from './branch.ts'
import { createFlowCoalitionEvaluator, hasUnexpandedBlocks } from './flow-evaluator.ts'
import { createRowChecker } from './judge.ts'
import { MAX_NODES_BEFORE_TABLES } from './knapsack.ts'
import { forOneSearch, MOST_OPEN_COLUMNS, MOST_OPEN_NODES, prepareSearch } from './prepared-search.ts'
import { createBoundBuffers, dualPricesOfTableau, type DualPrices } from './safe-bound.ts'
import type { Incumbent, SearchLimits } from './search.ts'
import type { AchievableValue } from './solve-request.ts'
import { createSpecialSolver } from './special.ts'

/** Marks supply that costs nothing here, because its price is counted elsewhere; it is always taken in full. */
const freeOf = ({ columns, rows }: MarketProgram): boolean[] => {
  const free = columns.map(({ whole, value }) => whole && value === 0)
  for (const row of rows)
    row.columns.forEach((column, at) => {
      if (row.equal || row.limit !== 0 || row.coefficients[at]! > 0) free[column] = false
    })
  return free
}

/** Removes free supply that the match does not need. */
const leaveSpare = (
  keeps: ReturnType<typeof createRowChecker>,
  free: readonly boolean[],
  x: Float64Array,
): void => {
  for (let column = 0; column < free.length; column += 1) {
    if (!free[column] || x[column] === 0) continue
    x[column] = 0
    if (!keeps(x, column)) x[column] = 1
  }
}

/**
 * Returns a function that values any set of columns, or returns null if the value does not exceed one already
 * reached. Every question starts from the relaxation of the whole market, with absent columns fixed at 0 and required
 * ones at 1. `pulse` is called at every question and within long ones, and may throw to cancel. A settled evaluator
 * learns only from the whole market, so no answer depends on earlier questions. If nothing is better, `onNothing`
 * receives the dual prices of the relaxation, which bound other questions too. Rows of open blocks are added as they are
 * broken; HiGHS, which must be loaded, takes parts with too many columns for that, and questions with too many nodes.
 */
export const createCoalitionEvaluator = (
  program: MarketProgram,
  pulse: () => void,
  settled = false,
  onNothing?: (prices: DualPrices) => void,
) => {
  const isOpen = hasUnexpandedBlocks(program)
  if (isOpen && program.columns.length > MOST_OPEN_COLUMNS)
    return createFlowCoalitionEvaluator(program, pulse)
  const { columns } = program
  const { dense, memory, open, judged } = prepareSearch(program, pulse)
  const { objective, upper: all } = dense
  const free = freeOf(program)
  const keeps = createRowChecker(judged)
  const space = createBoundBuffers(columns.length)
  const cancelled = (): boolean => {
    pulse()
    return false
  }
  let special = isOpen ? null : createSpecialSolver(program)
  let isHard = false
  let flows: ReturnType<typeof createFlowCoalitionEvaluator> | null = null
  const searched = (
    lower: Float64Array,
    upper: Float64Array,
    limits: SearchLimits,
  ): Omit<Incumbent, 'bound'> => {
    const search = (nodes: number): Incumbent =>
      branchAndBound(
        { ...dense, lower, upper },
        { ...limits, memory: isOpen ? forOneSearch(memory) : memory, cancelled, nodes },
      )
    if (special === null) return search(open === null ? Infinity : MOST_OPEN_NODES)
    const found = isHard ? null : search(MAX_NODES_BEFORE_TABLES)
    if (found?.proven === true) return found
    const best = special.best(lower, upper, pulse)
    isHard = best !== undefined
    if (best === undefined) {
      special = null
      return search(Infinity)
    }
    const isMore = best !== null && best.value > (limits.floor ?? -Infinity)
    return isMore ? { ...best, proven: true } : { x: null, value: -Infinity, proven: true }
  }
  if (settled && !isOpen) searched(dense.lower, dense.upper, {})
  memory.settled = settled
  return (present: Uint8Array, reached: number, used?: Uint8Array): AchievableValue | null => {
    pulse()
    open?.next()
    const lower = new Float64Array(columns.length)
    const upper = new Float64Array(columns.length)
    for (let column = 0; column < columns.length; column += 1) {
      if (!present[column]) continue
      upper[column] = all[column]!
      if (free[column] || used?.[column] === 1) lower[column] = 1
    }
    let prices: DualPrices | undefined
    const { x, value, proven } = searched(lower, upper, {
      floor: reached,
      onRoot: onNothing && (root => (prices = dualPricesOfTableau(root, objective, space))),
    })
    if (open !== null && !proven) {
      flows ??= createFlowCoalitionEvaluator(program, pulse)
      return flows(present, reached, used)
    }
    if (x === null) {
      if (prices !== undefined) onNothing?.(prices)
      return null
    }
    leaveSpare(keeps, free, x)
    const chosen: number[] = []
    for (let column = 0; column < columns.length; column += 1) if (x[column]! > 0) chosen.push(column)
    return { value, chosen }
  }
}
