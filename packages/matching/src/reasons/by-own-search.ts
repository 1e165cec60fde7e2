import type { MarketProgram } from '../model/program.ts'
import { createOpenBlockSearch, MOST_OPEN_COLUMNS, MOST_OPEN_NODES } from '../solver/prepared-search.ts'
import type { Solver } from '../solver/solve-request.ts'

/**
 * Answers questions of value within bounds to a part with open blocks by our own search, which starts each from what
 * was found for the whole part. `otherwise` answers those that take too many nodes, and all of other parts. `pulse` is
 * called often, and may throw to cancel.
 */
export const answerByOwnSearch = (part: MarketProgram, otherwise: Solver, pulse: () => void): Solver => {
  const own = createOpenBlockSearch(MOST_OPEN_COLUMNS, MOST_OPEN_NODES)
  return request => {
    const program = { ...part, columns: request.program.columns }
    return own({ ...request, program }, pulse) ?? otherwise(request)
  }
}
