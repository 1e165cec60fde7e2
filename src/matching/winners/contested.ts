import { isInPence, SAME_MONEY, type Program } from '../model/program.ts'
import { differsFrom, type SolveRequest, type SolveResult } from '../solver/solve-request.ts'

/** More alternatives than this are not counted: by then everybody knows that the tie is wide. */
const MOST_COUNTED = 20

/** What the best choices of a submarket do not have in common. */
export interface Contested {
  /** Whole columns that some best choice takes and another does not. */
  contested: Set<number>
  /** Best choices besides the one given that differ in whole columns, counted up to a limit. */
  alternatives: number
}

/**
 * Finds the whole columns in which best choices differ. Each question looks for a choice as good that differs
 * in a column not yet known to be contested; when there is none, everything else is the same in all of them.
 */
export const contestedIn = (
  ask: (more: Partial<SolveRequest>) => SolveResult,
  program: Program,
  x: Float64Array,
  surplus: number,
): Contested => {
  const floor = surplus - (isInPence(program) ? 1 : SAME_MONEY)
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
      differsFrom(program, { x: other, among: column => contested.has(column) }),
    )
    const answer = ask({ rows, floor, lower, upper })
    if (answer.x === null) break
    found.push(answer.x)
  }
  return { contested, alternatives: Math.min(MOST_COUNTED, found.length - 1) }
}
