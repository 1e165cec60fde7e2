import { tightenRow, type MarketProgram, type Row } from './program.ts'
import { removeImpliedRows } from './rows.ts'

/** Strong rows: the part that a need wins is at most the part that its funded supplies can bring. */
const single = (program: MarketProgram, row: Row): Row[] => {
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

/** Copies a market and tightens its relaxation: supplies are capped, and every need gets a strong row. */
export const strengthenRelaxation = (program: MarketProgram, singles: boolean): MarketProgram => {
  const capped = program.rows.map(row => tightenRow(program, row))
  const exact = program.exact ?? program.rows
  if (!singles) return { ...program, rows: capped, exact }
  return {
    ...program,
    exact,
    rows: removeImpliedRows([...capped, ...program.rows.flatMap(row => single(program, row))]),
  }
}
