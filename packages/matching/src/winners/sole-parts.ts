import { hasOnlyWholePenceValues, type Column, type MarketProgram } from '../model/program.ts'
import { nextBreakpoint, previousBreakpoint } from '../model/portions.ts'
import { branchAndBound } from '../solver/branch.ts'
import { forOneSearch, prepareSearch } from '../solver/prepared-search.ts'
import { createBoundBuffers, dualPricesOfTableau, type DualPrices } from '../solver/safe-bound.ts'
import type { SolveRequest } from '../solver/solve-request.ts'
import { withFixedColumnsRemoved } from '../solver/without-fixed.ts'

/** Limit of nodes of one question, after which the parts count as not proven. */
const MOST_NODES = 1_000
/** Safety margin for products of prices and parts. */
const ROUNDING = 1e-9

/** The smallest change of a part in whole ten-thousandths. */
const leastChange = ({ grains = [1] }: Column): number => 1 / Math.max(...grains)

/** True if the best parts within bounds are proven to be the only best ones; every whole column must be fixed. */
const isProvenSole = ({ program, lower = [], upper = [] }: SolveRequest, pulse: () => void): boolean => {
  const { columns } = program
  const { dense, memory, open } = prepareSearch(program, pulse)
  const cancelled = (): boolean => {
    pulse()
    return false
  }
  const bounds = { lower: Float64Array.from(lower), upper: Float64Array.from(upper) }
  const ask = (more: Partial<typeof bounds>, floor?: number, onRoot?: (prices: DualPrices) => void) => {
    open?.next()
    return branchAndBound(
      { ...dense, ...bounds, ...more },
      {
        memory: forOneSearch(memory),
        nodes: MOST_NODES,
        floor,
        cancelled,
        onRoot: root =>
          onRoot?.(dualPricesOfTableau(root, dense.objective, createBoundBuffers(columns.length))),
      },
    )
  }
  let prices: DualPrices | undefined
  const { x, value, proven } = ask({}, undefined, found => (prices = found))
  if (!proven || x === null || prices === undefined) return false
  const { paid, brings } = prices
  const bound = columns.reduce(
    (sum, _, at) => sum + Math.max(brings[at]! * bounds.lower[at]!, brings[at]! * bounds.upper[at]!),
    paid,
  )
  const slack = (bound - value) * (1 + ROUNDING) + ROUNDING * Math.abs(bound)
  const mayChange = (column: Column, at: number): boolean =>
    bounds.lower[at] !== bounds.upper[at] && Math.abs(brings[at]!) * leastChange(column) <= slack
  const isNothingAsGood = (more: Partial<typeof bounds>): boolean => {
    const other = ask(more, value - 1)
    return other.proven && other.x === null
  }
  return columns.every((column, at) => {
    if (!mayChange(column, at)) return true
    const { grains = [1] } = column
    return (
      (x[at] === 0 ||
        isNothingAsGood({ upper: bounds.upper.with(at, previousBreakpoint(grains, x[at]!)) })) &&
      (x[at]! >= 1 || isNothingAsGood({ lower: bounds.lower.with(at, nextBreakpoint(grains, x[at]!)) }))
    )
  })
}

/**
 * True if it is proven that no other parts are as good, with every whole column as a best choice has it. The prices of
 * the relaxation show for most parts that a ten-thousandth more or less would cost more than rounding can lose; each of
 * the others is asked for a little less and a little more. False only means that this is not proven here.
 */
export const areBestPartsSole = (
  program: MarketProgram,
  bounds: Required<Pick<SolveRequest, 'lower' | 'upper'>>,
  pulse: () => void,
): boolean => {
  if (!hasOnlyWholePenceValues(program)) return false
  let isSole = false
  withFixedColumnsRemoved(request => {
    isSole = isProvenSole(request, pulse)
    return { status: 'infeasible', x: null, value: -Infinity, bound: -Infinity }
  })({ program, ...bounds })
  return isSole
}
