import loadHighs, { type Highs } from 'highs'
import manifest from '../../package.json' with { type: 'json' }
import { MatchCancelledError } from '../formats/errors.ts'
import type { Row } from '../model/program.ts'
import { requiredSumRows, type SolveRequest, type SolveResult } from './solve-request.ts'

/** The solver gets money in pounds, so that its tolerances are far below a penny. */
const PENCE_PER_POUND = 100
const FEASIBILITY = 1e-9
const FEASIBLE_SOLUTION = 2

/** Name of the solver in results: its package, with the installed version. */
export const HIGHS_SOLVER_NAME = `highs ${manifest.dependencies.highs}`

/** The settings of the mixed-integer solver, recorded with every result. */
export const HIGHS_OPTIONS = {
  mip_rel_gap: 0,
  mip_abs_gap: 0,
  mip_feasibility_tolerance: FEASIBILITY,
  primal_feasibility_tolerance: FEASIBILITY,
  random_seed: 1,
} as const

let loaded: Promise<Highs> | null = null

let ready: Highs | null = null

/** Loads HiGHS, which is compiled once for each thread. */
export const initHighs = (): Promise<Highs> => (loaded ??= loadHighs().then(solver => (ready = solver)))

/** HiGHS, if it is loaded already; throws otherwise. */
export const getLoadedHighs = (): Highs => {
  if (ready === null) throw new Error('HiGHS must be loaded first')
  return ready
}

/** Only the two heuristics that search near the relaxation and the best known choice (RENS and RINS). */
const FEW_HEURISTICS = {
  mip_allow_restart: false,
  mip_heuristic_run_feasibility_jump: false,
  mip_heuristic_run_root_reduced_cost: false,
} as const

/** Up to this many columns, presolving a part written as flows takes longer than it saves. */
const MOST_UNPRESOLVED = 6_000

const forFlows = (columns: number) => ({
  ...FEW_HEURISTICS,
  presolve: columns <= MOST_UNPRESOLVED ? 'off' : 'choose',
})

/** With a known value everything below is cut off (the solver minimises), and no heuristic is needed. */
const aboveFloor = (floor: number) => ({
  ...FEW_HEURISTICS,
  mip_heuristic_run_rins: false,
  mip_heuristic_run_rens: false,
  objective_bound: -floor / PENCE_PER_POUND,
})

const modelOf = (solver: Highs, { program, objective, lower, upper, rows, held, relaxed }: SolveRequest) => {
  const all: Row[] = [...program.rows, ...(rows ?? []), ...requiredSumRows(program, held)]
  const scales = all.map(row => 1 / Math.max(1e-12, ...row.coefficients.map(Math.abs)))
  const starts = [0]
  const indices: number[] = []
  const values: number[] = []
  all.forEach((row, at) => {
    row.columns.forEach((column, k) => {
      indices.push(column)
      values.push(row.coefficients[k]! * scales[at]!)
    })
    starts.push(indices.length)
  })
  const limits = all.map((row, at) => row.limit * scales[at]!)
  return {
    numCols: program.columns.length,
    numRows: all.length,
    sense: solver.constants.objectiveSense.maximize,
    colCost: program.columns.map((column, at) => objective?.[at] ?? column.value / PENCE_PER_POUND),
    colLower: program.columns.map((_, at) => lower?.[at] ?? 0),
    colUpper: program.columns.map((column, at) => upper?.[at] ?? column.upper),
    rowLower: limits.map((limit, at) => (all[at]!.equal ? limit : -solver.infinity)),
    rowUpper: limits,
    matrix: {
      format: 'csr' as const,
      numRows: all.length,
      numCols: program.columns.length,
      starts,
      indices,
      values,
    },
    integrality: program.columns.map(({ whole }) =>
      whole && relaxed !== true
        ? solver.constants.variableType.integer
        : solver.constants.variableType.continuous,
    ),
  }
}

const known = (value: number | undefined, scale: number): number | null =>
  value === undefined || !Number.isFinite(value) || Math.abs(value) > 1e20 ? null : value * scale

const NONE: SolveResult = { status: 'infeasible', x: null, value: -Infinity, bound: -Infinity }

/** Asks HiGHS for the best choice, proven; stops if cancelled or out of time. */
export const solveWithHighs = (solver: Highs, request: SolveRequest): SolveResult => {
  const scale = request.objective === undefined ? PENCE_PER_POUND : 1
  const floor = request.objective === undefined ? request.floor : undefined
  const { mipLogging, mipInterrupt } = solver.constants.callbackType
  const { optimal, infeasible } = solver.constants.modelStatus
  return solver.withModel(modelOf(solver, request), (model): SolveResult => {
    model.options.set({ output_flag: true, log_to_console: false, ...HIGHS_OPTIONS })
    if (request.flows === true) model.options.set(forFlows(request.program.columns.length))
    if (floor !== undefined) model.options.set(aboveFloor(floor))
    if (request.seconds !== undefined && request.seconds < 1e9)
      model.options.set('time_limit', Math.max(0.001, request.seconds))
    let broken: unknown = null
    model.run({
      [mipLogging](event) {
        const { mip_primal_bound: best, mip_dual_bound: bound } = event.data
        request.onBound?.(known(best, scale), known(bound, scale))
      },
      [mipInterrupt](event) {
        try {
          if (request.cancelled?.() !== true) return
          broken = new MatchCancelledError()
        } catch (stopped) {
          broken = stopped
        }
        event.interrupt()
      },
    })
    if (broken !== null) throw broken
    const status = model.getModelStatus()
    if (status === infeasible) return NONE
    const found = status === optimal || model.info.get('primal_solution_status') === FEASIBLE_SOLUTION
    const x = found ? Float64Array.from(model.getSolution().colValue) : null
    request.program.columns.forEach(({ whole }, at) => {
      if (x !== null && whole && request.relaxed !== true) x[at] = Math.max(0, Math.round(x[at]!))
    })
    const value = x === null ? -Infinity : model.getObjectiveValue() * scale
    const isAbove = floor === undefined || value > floor
    if (status === optimal && !isAbove) return NONE
    const bound = Math.max((model.info.get('mip_dual_bound') as number) * scale, floor ?? -Infinity)
    return { status: status === optimal ? 'optimal' : 'stopped', x: isAbove ? x : null, value, bound }
  })
}
