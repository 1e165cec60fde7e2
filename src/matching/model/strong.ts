import { tightened, type Program, type Row } from './program.ts'
import { withoutRepeats } from './rows.ts'

/** For each need: it can win no more of itself than the part the funded supplies can bring (strong rows). */
const single = (program: Program, row: Row): Row[] => {
  if (row.equal || row.limit !== 0) return []
  const supplies = row.columns.flatMap((column, at) =>
    row.coefficients[at]! < 0 ? [{ column, c: -row.coefficients[at]! }] : [],
  )
  if (supplies.some(({ column }) => !program.columns[column]!.whole)) return []
  return row.columns.flatMap((need, at) => {
    const amount = row.coefficients[at]!
    if (amount <= 0) return []
    return [
      {
        columns: [need, ...supplies.map(({ column }) => column)],
        coefficients: [1, ...supplies.map(({ c }) => -Math.min(1, c / amount))],
        limit: 0,
        equal: false,
      },
    ]
  })
}

/**
 * The same market with a tighter relaxation: supplies capped at what a row can use, and a strong row for
 * every need.
 */
export const strengthened = (program: Program, singles: boolean): Program => {
  const capped = program.rows.map(row => tightened(program, row))
  const exact = program.exact ?? program.rows
  if (!singles) return { ...program, rows: capped, exact }
  return {
    ...program,
    exact,
    rows: withoutRepeats([...capped, ...program.rows.flatMap(row => single(program, row))]),
  }
}
