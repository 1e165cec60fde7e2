import type { Highs } from 'highs'
import type { Milp } from './milp.ts'

/** Answer of the second solver: the best, none, or not finished. */
export interface SecondSolverAnswer {
  status: 'best' | 'none' | 'unfinished'
  x: readonly number[]
  /** The bound that it claims, also if it has not finished; Infinity if it has none. */
  bound: number
}

/** Answers one question after another in floating point; callers check its answers. `isPlain` turns presolve off. */
export type SecondSolver = (milp: Milp, isPlain: boolean) => SecondSolverAnswer

const TOLERANCE = 1e-9

/** HiGHS as the second solver, with a time limit over all questions. */
export const createSecondSolver = (highs: Highs, secondsLeft: () => number): SecondSolver => {
  const { objectiveSense, variableType, modelStatus } = highs.constants
  return (milp, isPlain) => {
    const seconds = secondsLeft()
    if (seconds <= 0) return { status: 'unfinished', x: [], bound: Infinity }
    const starts = [0]
    for (const { columns } of milp.rows) starts.push(starts.at(-1)! + columns.length)
    const model = {
      numCols: milp.gains.length,
      numRows: milp.rows.length,
      sense: objectiveSense.maximize,
      colCost: milp.gains,
      colLower: milp.lower,
      colUpper: milp.upper,
      rowLower: milp.rows.map(({ least }) => least ?? -highs.infinity),
      rowUpper: milp.rows.map(({ most }) => most ?? highs.infinity),
      matrix: {
        format: 'csr' as const,
        numRows: milp.rows.length,
        numCols: milp.gains.length,
        starts,
        indices: milp.rows.flatMap(({ columns }) => columns),
        values: milp.rows.flatMap(({ weights }) => weights),
      },
      integrality: milp.isInteger.map(isInteger =>
        isInteger ? variableType.integer : variableType.continuous,
      ),
    }
    return highs.withModel(model, (run): SecondSolverAnswer => {
      run.options.set({
        output_flag: false,
        presolve: isPlain ? 'off' : 'on',
        mip_rel_gap: 0,
        mip_abs_gap: 0,
        mip_feasibility_tolerance: TOLERANCE,
        primal_feasibility_tolerance: TOLERANCE,
        time_limit: Math.min(seconds, 1e6),
      })
      run.run()
      const status = run.getModelStatus()
      if (status === modelStatus.infeasible) return { status: 'none', x: [], bound: -Infinity }
      const isInteger = milp.isInteger.some(Boolean)
      if (status !== modelStatus.optimal)
        return {
          status: 'unfinished',
          x: [],
          bound: isInteger ? Number(run.info.get('mip_dual_bound')) : Infinity,
        }
      const bound = isInteger
        ? Math.max(Number(run.info.get('mip_dual_bound')), run.getObjectiveValue())
        : run.getObjectiveValue()
      return { status: 'best', x: [...run.getSolution().colValue], bound }
    })
  }
}
