import { countFlowVariables } from '../model/flows.ts'
import type { MarketProgram } from '../model/program.ts'
import { branchAndBound } from '../solver/branch.ts'
import {
  forOneSearch,
  MOST_OPEN_COLUMNS,
  MOST_OPEN_NODES,
  objectiveOf,
  prepareSearch,
  withBlocksChecked,
} from '../solver/prepared-search.ts'
import type { Solver } from '../solver/solve-request.ts'

/**
 * Answers questions of value within bounds to a part with open blocks by our own search, which starts each from what
 * was found for the whole part. `otherwise` answers those that take too many nodes, and all of other parts. `pulse` is
 * called often, and may throw to cancel.
 */
export const answerByOwnSearch = (part: MarketProgram, otherwise: Solver, pulse: () => void): Solver => {
  if (countFlowVariables(part) === 0 || part.columns.length > MOST_OPEN_COLUMNS) return otherwise
  let prepared: ReturnType<typeof prepareSearch> | undefined
  const cancelled = (): boolean => {
    pulse()
    return false
  }
  return request => {
    prepared ??= prepareSearch(part, pulse)
    const { dense, memory, open } = prepared
    const { columns } = request.program
    const isOwn = columns.every(({ value }, at) => value === dense.objective[at])
    const aim = isOwn ? {} : objectiveOf(withBlocksChecked({ ...part, columns }))
    open?.next()
    const { x, value, proven, bound } = branchAndBound(
      {
        ...dense,
        ...aim,
        lower: request.lower === undefined ? dense.lower : Float64Array.from(request.lower),
        upper: request.upper === undefined ? dense.upper : Float64Array.from(request.upper),
      },
      {
        memory: isOwn ? forOneSearch(memory) : undefined,
        floor: request.floor,
        nodes: MOST_OPEN_NODES,
        cancelled,
      },
    )
    if (!proven) return otherwise(request)
    if (x === null) return { status: 'infeasible', x: null, value: -Infinity, bound: -Infinity }
    return { status: 'optimal', x, value, bound }
  }
}
