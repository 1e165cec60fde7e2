import { hasOnlyWholePenceValues, MONEY_TOLERANCE, type MarketProgram } from '../model/program.ts'
import { differsFromChoiceRow, type SolveRequest, type SolveResult } from '../solver/solve-request.ts'

/** Limit of counted alternatives: beyond it the tie is wide in any case. */
const MOST_COUNTED = 20

/** Differences between the best choices of a submarket. */
export interface ContestedColumns {
  /** Whole columns that some best choice takes and another does not. */
  contested: Set<number>
  /** Other best choices that differ in whole columns, counted up to a limit. */
  alternatives: number
}

/**
 * Finds the whole columns in which best choices differ. Each question looks for a choice as good that differs in a
 * column not yet known to be contested; when there is none, all other columns are the same in every best choice.
 */
export const findContestedColumns = (
  ask: (more: Partial<SolveRequest>) => SolveResult,
  program: MarketProgram,
  x: Float64Array,
  surplus: number,
): ContestedColumns => {
  const floor = surplus - (hasOnlyWholePenceValues(program) ? 1 : MONEY_TOLERANCE)
  const contested = new Set<number>()
  const found: Float64Array[] = [x]
  const open = (column: number): boolean => !contested.has(column)
  while (program.columns.some(({ whole }, at) => whole && open(at))) {
    const answer = ask({ unlike: { x, among: open }, floor })
    if (answer.x === null) break
    found.push(answer.x)
    for (const [at, { whole }] of program.columns.entries())
      if (whole && Math.round(answer.x[at]!) !== Math.round(x[at]!)) contested.add(at)
  }
  if (contested.size === 0) return { contested, alternatives: 0 }
  const lower = program.columns.map(({ whole }, at) => (whole && open(at) ? x[at]! : 0))
  const upper = program.columns.map((column, at) => (column.whole && open(at) ? x[at]! : column.upper))
  while (found.length <= MOST_COUNTED) {
    const rows = found.map(other =>
      differsFromChoiceRow(program, { x: other, among: column => contested.has(column) }),
    )
    const answer = ask({ rows, floor, lower, upper })
    if (answer.x === null) break
    found.push(answer.x)
  }
  return { contested, alternatives: Math.min(MOST_COUNTED, found.length - 1) }
}
