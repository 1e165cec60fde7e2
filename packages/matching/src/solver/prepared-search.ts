import { countFlowVariables } from '../model/flows.ts'
import type { MarketProgram, Row } from '../model/program.ts'
import { branchAndBound, createSearchMemory } from './branch.ts'
import { createDenseRow, createPlainDenseRow, keepTightestStrongRows } from './broken-rows.ts'
import { divisibleColumnsWithRoundingLoss, minObjectiveStep } from './dense-program.ts'
import type { DenseProgram } from './dense.ts'
import { interchangeableChoices } from './interchangeable.ts'
import { createFeasibilityChecker } from './judge.ts'
import { createOpenBlockRows } from './open-rows.ts'
import { findRoundableRows, findRoundingCuts } from './part-cuts.ts'
import { emptyPseudoCosts } from './pseudo-costs.ts'
import type { SharedSearchMemory } from './search.ts'
import type { SolveRequest, SolveResult } from './solve-request.ts'

/** With more columns than this, HiGHS answers the questions to a part with open blocks. */
export const MOST_OPEN_COLUMNS = 250
/** Limit of nodes of a question to a part with open blocks, after which HiGHS takes it. */
export const MOST_OPEN_NODES = 20_000

/** A row over all columns, with supplies capped at all that is needed. */
const denseRow = ({ columns }: MarketProgram, row: Row) => {
  const coefficients = new Float64Array(columns.length)
  let needed = 0
  row.columns.forEach((column, at) => {
    coefficients[column] = row.coefficients[at]!
    if (row.coefficients[at]! > 0) needed += row.coefficients[at]! * columns[column]!.upper
  })
  const balance =
    !row.equal &&
    row.limit === 0 &&
    row.columns.every(column => coefficients[column]! > 0 || columns[column]!.whole)
  if (balance) coefficients.forEach((c, at) => (coefficients[at] = Math.max(c, -needed)))
  return createDenseRow(coefficients, row.limit, row.equal, balance)
}

/** The memory of a long search, which learns from its own nodes alone. */
export const forOneSearch = (memory: SharedSearchMemory): SharedSearchMemory => ({
  ...memory,
  pseudoCosts: emptyPseudoCosts(memory.start.columns),
  settled: false,
})

/** The objective of a search, and what follows from it, for a program with these values of columns. */
const objectiveOf = (
  program: MarketProgram,
): Pick<DenseProgram, 'objective' | 'divided' | 'step' | 'judge'> => {
  const objective = Float64Array.from(program.columns, ({ value }) => value)
  return {
    objective,
    divided: divisibleColumnsWithRoundingLoss(program, true),
    step: minObjectiveStep(program, objective, true),
    judge: createFeasibilityChecker(program),
  }
}

/** A program whose open blocks no row states: they are checked as flows, and rows are added as they are broken. */
const withBlocksChecked = (program: MarketProgram): MarketProgram =>
  countFlowVariables(program) === 0 ? program : { ...program, blocks: [], flowing: program.blocks ?? [] }

/**
 * Prepares a part for very many questions about its value: its relaxation with everything present, solved once, and the
 * rows of open blocks that this broke, which hold for every question. `open` finds more of these, and is null without
 * open blocks. `pulse` is called at every relaxation that looks for them.
 */
export const prepareSearch = (program: MarketProgram, pulse: () => void) => {
  const { columns } = program
  const judged = withBlocksChecked(program)
  const open = judged === program ? null : createOpenBlockRows(program, row => denseRow(program, row), pulse)
  const limiting = findRoundableRows(program, program.rows)
  const aim = objectiveOf(judged)
  const dense: DenseProgram = {
    ...aim,
    lower: new Float64Array(columns.length),
    upper: Float64Array.from(columns, ({ upper }) => upper),
    whole: Uint8Array.from(columns, ({ whole }) => (whole ? 1 : 0)),
    rows: keepTightestStrongRows(program.rows.map(row => denseRow(program, row))),
    partCuts: standing =>
      findRoundingCuts(program, [...limiting, ...(open?.limitingParts() ?? [])], standing),
    moreRows: open?.moreRows,
    alike: interchangeableChoices(program, at => aim.objective[at]!),
  }
  const memory = createSearchMemory(dense)
  if (open !== null) dense.rows = open.keep(dense.rows)
  return { dense, memory, open, judged }
}

/** True if a question asks for a value alone: our own search answers it for a part with open blocks. */
const isOfValue = ({ program, objective, relaxed, held = [], unlike }: SolveRequest): boolean =>
  objective === undefined &&
  relaxed !== true &&
  held.length === 0 &&
  unlike === undefined &&
  countFlowVariables(program) > 0

/**
 * Returns a function that answers questions of value, within bounds and with more rows, to parts with open blocks by our
 * own search; each starts from what was found for the whole part. The answer is null for all other questions, for parts
 * with too many columns, and after too many nodes. `pulse` is called often, and may throw to cancel.
 */
export const createOpenBlockSearch = (mostColumns: number, mostNodes: number) => {
  const parts = new WeakMap<readonly Row[], ReturnType<typeof prepareSearch>>()
  let now = (): void => {}
  const cancelled = (): boolean => {
    now()
    return false
  }
  return (request: SolveRequest, pulse: () => void): SolveResult | null => {
    const { program, rows = [], floor } = request
    const { columns } = program
    if (columns.length > mostColumns || !isOfValue(request)) return null
    now = pulse
    const prepared = parts.get(program.rows) ?? prepareSearch(program, () => now())
    parts.set(program.rows, prepared)
    const { dense, memory, open } = prepared
    const isOwn = columns.every(({ value }, at) => value === dense.objective[at])
    const judged = withBlocksChecked(program)
    const limited = () => ({
      rows: [...dense.rows, ...rows.map(row => createPlainDenseRow(columns.length, row))],
      judge: createFeasibilityChecker(judged, { rows }),
    })
    const alike = interchangeableChoices(program, at => columns[at]!.value, rows)
    open?.next()
    const { x, value, proven, bound } = branchAndBound(
      {
        ...dense,
        ...(isOwn ? {} : { ...objectiveOf(judged), alike }),
        ...(rows.length === 0 ? {} : { ...limited(), alike }),
        lower: request.lower === undefined ? dense.lower : Float64Array.from(request.lower),
        upper: request.upper === undefined ? dense.upper : Float64Array.from(request.upper),
      },
      { memory: isOwn ? forOneSearch(memory) : undefined, floor, nodes: mostNodes, cancelled },
    )
    if (!proven) return null
    if (x === null) return { status: 'infeasible', x: null, value: -Infinity, bound: -Infinity }
    return { status: 'optimal', x, value, bound }
  }
}
