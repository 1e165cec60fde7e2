import { countFlowVariables } from '../model/flows.ts'
import type { MarketProgram, Row } from '../model/program.ts'
import { createSearchMemory } from './branch.ts'
import { createDenseRow, keepTightestStrongRows } from './broken-rows.ts'
import { divisibleColumnsWithRoundingLoss, minObjectiveStep } from './dense-program.ts'
import type { DenseProgram } from './dense.ts'
import { interchangeableChoices } from './interchangeable.ts'
import { createFeasibilityChecker } from './judge.ts'
import { createOpenBlockRows } from './open-rows.ts'
import { findRoundableRows, findRoundingCuts } from './part-cuts.ts'
import { emptyPseudoCosts } from './pseudo-costs.ts'
import type { SharedSearchMemory } from './search.ts'

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
export const objectiveOf = (
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
export const withBlocksChecked = (program: MarketProgram): MarketProgram =>
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
