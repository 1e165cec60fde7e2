import { hasOnlyWholePenceValues, MONEY_TOLERANCE, type MarketProgram } from '../model/program.ts'
import type { InterchangeableChoices } from '../solver/interchangeable.ts'
import { differsFromChoiceRow, type SolveRequest, type SolveResult } from '../solver/solve-request.ts'

/** Limit of counted alternatives: beyond it the tie is wide in any case. */
export const MOST_COUNTED = 20

/** Differences between the best choices of a submarket. */
export interface ContestedColumns {
  /** Whole columns that some best choice takes and another does not. */
  contested: Set<number>
  /** Other best choices that differ in whole columns, counted up to a limit. */
  alternatives: number
}

/** Up to `most` numbers of ways to take as many of some columns that are alike as a choice does. */
const countExchanges = (x: Float64Array, members: readonly number[], most: number): number => {
  const taken = members.filter(at => x[at]! > 0).length
  let ways = 1
  for (let k = 1; k <= Math.min(taken, members.length - taken) && ways <= most; k += 1)
    ways = (ways * (members.length - k + 1)) / k
  return Math.min(most, ways)
}

/**
 * Finds the whole columns in which best choices differ. Columns that are alike, of which a best choice takes only some,
 * are contested without a question. Each question looks for a choice as good that differs in a column not yet known to
 * be contested; when there is none, all other columns are the same in every best choice.
 */
export const findContestedColumns = (
  ask: (more: Partial<SolveRequest>) => SolveResult,
  program: MarketProgram,
  x: Float64Array,
  surplus: number,
  alike: InterchangeableChoices,
): ContestedColumns => {
  const floor = surplus - (hasOnlyWholePenceValues(program) ? 1 : MONEY_TOLERANCE)
  const groups = alike.filter((members, at): members is readonly number[] => members?.[0] === at)
  const contested = new Set<number>(groups.filter(members => countExchanges(x, members, 2) > 1).flat())
  const found: Float64Array[] = [x]
  const open = (column: number): boolean => !contested.has(column)
  while (program.columns.some(({ whole }, at) => whole && open(at))) {
    const answer = ask({ unlike: { x, among: open }, floor })
    if (answer.x === null) break
    found.push(answer.x)
    for (const [at, { whole }] of program.columns.entries())
      if (whole && Math.round(answer.x[at]!) !== Math.round(x[at]!))
        for (const one of alike[at] ?? [at]) contested.add(one)
  }
  if (contested.size === 0) return { contested, alternatives: 0 }
  const exchanges = (choice: Float64Array): number =>
    groups.reduce((ways, members) => ways * countExchanges(choice, members, MOST_COUNTED + 1), 1)
  if (found.some(choice => exchanges(choice) > MOST_COUNTED)) return { contested, alternatives: MOST_COUNTED }
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
