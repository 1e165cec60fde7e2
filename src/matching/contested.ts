import type { Answer, Ask } from './ask.ts'
import { worth, type Program, type Row } from './program.ts'

/** More alternatives than this are not counted: by then everybody knows that the tie is wide. */
const MOST_COUNTED = 20

/** What the best choices of a submarket do not have in common. */
export interface Contested {
  /** Whole columns that some best choice takes and another does not. */
  contested: Set<number>
  /** Best choices besides the one given that differ in whole columns, counted up to a limit. */
  alternatives: number
}

/** How a choice of whole columns differs from another: one for each column that changes. */
const away = (program: Program, x: ArrayLike<number>): number[] =>
  program.columns.map(({ whole }, at) => (whole ? (x[at]! > 0.5 ? -1 : 1) : 0))

/** At least one of some whole columns must differ from a choice. */
const differsFrom = (program: Program, x: ArrayLike<number>, among: (column: number) => boolean): Row => {
  const signs = away(program, x)
  const columns = signs.flatMap((sign, at) => (sign !== 0 && among(at) ? [at] : []))
  const same = columns.filter(at => signs[at] === -1).length
  return { columns, coefficients: columns.map(at => -signs[at]!), limit: same - 1, equal: false }
}

/**
 * Finds the whole columns in which best choices differ. Each question looks for a choice as good that differs
 * in a column not yet known to be contested; when there is none, everything else is the same in all of them.
 * The first question keeps the market's own aim, under which a single best choice is proven soonest; once there
 * is a tie, the aim is to differ as much as possible.
 */
export const contestedIn = (
  ask: (more: Partial<Ask>) => Answer,
  program: Program,
  x: Float64Array,
  floor: number,
): Contested => {
  const contested = new Set<number>()
  const found: Float64Array[] = [x]
  const signs = away(program, x)
  const values = program.columns.map(({ value }) => value)
  const asGood: Row = {
    columns: values.map((_, at) => at).filter(at => values[at] !== 0),
    coefficients: values.filter(value => value !== 0).map(value => -value),
    limit: -floor,
    equal: false,
  }
  const open = (column: number): boolean => !contested.has(column)
  for (;;) {
    const rows = [differsFrom(program, x, open)]
    if (rows[0]!.columns.length === 0) break
    const differing = signs.map((sign, at) => (open(at) ? sign : 0))
    const answer =
      contested.size === 0 ? ask({ rows, floor }) : ask({ rows: [...rows, asGood], objective: differing })
    if (answer.x === null || worth(program, answer.x) < floor) break
    found.push(answer.x)
    for (const [at, { whole }] of program.columns.entries())
      if (whole && Math.round(answer.x[at]!) !== Math.round(x[at]!)) contested.add(at)
  }
  if (contested.size === 0) return { contested, alternatives: 0 }
  const lower = program.columns.map(({ whole }, at) => (whole && open(at) ? x[at]! : 0))
  const upper = program.columns.map((column, at) => (column.whole && open(at) ? x[at]! : column.upper))
  while (found.length <= MOST_COUNTED) {
    const rows = found.map(other => differsFrom(program, other, column => !open(column)))
    const answer = ask({ rows, floor, lower, upper })
    if (answer.x === null || worth(program, answer.x) < floor) break
    found.push(answer.x)
  }
  return { contested, alternatives: found.length - 1 }
}
