import { TimeLimitError } from '../formats/errors.ts'
import { findViolatedBlockRows } from '../model/open-blocks.ts'
import { solveWithBranchAndBound, minObjectiveStep } from './dense-program.ts'
import type { Column, Row } from '../model/program.ts'
import { createFeasibilityChecker } from './judge.ts'
import { differsFromChoiceRow, type SolveRequest, type SolveResult, type Solver } from './solve-request.ts'
import { withFixedColumnsRemoved } from './without-fixed.ts'

/** Fraction of a step by which a floating-point value may fall short of the next one. */
const NOISE = 1e-3

const NOTHING_FOUND: SolveResult = { status: 'infeasible', x: null, value: -Infinity, bound: -Infinity }

const besideWhole = withFixedColumnsRemoved(request => solveWithBranchAndBound(request))

/**
 * Finds the best parts for the whole columns of an answer, adding rows of open blocks as they are broken; there are
 * few if only parts are left to decide.
 */
const withBestParts = (request: SolveRequest, x: Float64Array, end: number): SolveResult => {
  const { columns } = request.program
  const fixed = (bounds: ArrayLike<number> | undefined, otherwise: (at: number) => number): number[] =>
    columns.map(({ whole }, at) => (whole ? Math.round(x[at]!) : (bounds?.[at] ?? otherwise(at))))
  const lower = fixed(request.lower, () => 0)
  const upper = fixed(request.upper, at => columns[at]!.upper)
  const program = { ...request.program, blocks: [] }
  const cancelled = (): boolean => {
    if (Date.now() > end) throw new TimeLimitError()
    return request.cancelled?.() === true
  }
  const rows = [...(request.rows ?? [])]
  for (;;) {
    const found = besideWhole({ ...request, program, rows, lower, upper, cancelled })
    const broken = found.x === null ? [] : findViolatedBlockRows(request.program, found.x)
    if (broken.length === 0) return found
    rows.push(...broken)
  }
}

/** A choice that no other choice of the program equals above a value. */
interface Alone {
  differs: Row
  floor: number
}

const isSame = (a: Row, b: Row): boolean =>
  a.limit === b.limit &&
  a.columns.join() === b.columns.join() &&
  a.coefficients.join() === b.coefficients.join()

/** True if the question is about the whole program, and only its value. */
const isPlain = ({ objective, lower, upper, held = [] }: SolveRequest): boolean =>
  objective === undefined && lower === undefined && upper === undefined && held.length === 0

/** True if the known choice already answers whether there is another one as good. */
const isAnswered = (request: SolveRequest, alone: Alone | undefined): boolean =>
  alone !== undefined &&
  isPlain(request) &&
  (request.floor ?? -Infinity) >= alone.floor &&
  (request.rows ?? []).some(row => isSame(row, alone.differs))

/**
 * Makes a floating-point solver exact: its answers are judged in whole pence and ten-thousandths, and the rows that
 * they break are added before it is asked again. If rounding lowers parts, the best parts for the whole columns are
 * searched exactly, and the solver is asked for other columns until it finds none better, which is the only claim
 * taken on trust. The first such search includes equally good choices, so that the later question whether a choice is
 * unique needs no search.
 */
export const withExactAnswers = (solve: Solver): Solver => {
  const known = new WeakMap<readonly Column[], Alone>()
  return request => {
    if (request.relaxed === true) return solve(request)
    if (isAnswered(request, known.get(request.program.columns))) return NOTHING_FOUND
    const { program, objective, seconds } = request
    const weights = program.columns.map(({ value }, at) => objective?.[at] ?? value)
    const step = minObjectiveStep(program, weights, objective === undefined)
    const judge = createFeasibilityChecker(program, request)
    const lower = request.lower ?? program.columns.map(() => 0)
    const upper = request.upper ?? program.columns.map(column => column.upper)
    const end = Date.now() + (seconds ?? Infinity) * 1_000
    const rows = [...(request.rows ?? [])]
    const tried: Row[] = []
    let best = NOTHING_FOUND
    for (;;) {
      const left = seconds === undefined ? {} : { seconds: (end - Date.now()) / 1_000 }
      const asGood = tried.length === 1 ? best.value - step : best.value
      const floor = best.x === null ? request.floor : Math.max(request.floor ?? -Infinity, asGood)
      const answer = solve({ ...request, ...left, rows, floor })
      const isLast = answer.status === 'stopped'
      const stopped = { ...best, status: 'stopped' as const, bound: Math.max(best.bound, answer.bound) }
      if (answer.x === null) {
        const [differs, another] = tried
        if (
          !isLast &&
          isPlain(request) &&
          request.rows === undefined &&
          differs &&
          !another &&
          floor !== undefined
        )
          known.set(program.columns, { differs, floor })
        return isLast ? stopped : best
      }
      const verdict = judge(answer.x, lower, upper)
      const isWhole = 'x' in verdict && answer.value < verdict.value + step * (1 - NOISE)
      if ('cuts' in verdict && verdict.cuts.length > 0) rows.push(...verdict.cuts)
      else {
        const isEnough = 'x' in verdict && (isWhole || isLast)
        const found: SolveResult = isEnough
          ? { status: 'optimal', ...verdict, bound: verdict.value }
          : withBestParts(request, answer.x, end)
        const least = Math.max(best.value, request.floor ?? -Infinity)
        if (found.value > least)
          best = { ...found, status: 'optimal', bound: Math.max(found.bound, best.bound) }
        if (isWhole || isLast || answer.value < Math.max(best.value, least) + step * (1 - NOISE))
          return isLast ? { ...best, status: 'stopped', bound: Math.max(best.bound, answer.bound) } : best
        tried.push(differsFromChoiceRow(program, { x: answer.x, among: () => true }))
        rows.push(tried.at(-1)!)
      }
      if (isLast) return stopped
    }
  }
}
