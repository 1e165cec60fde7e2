import type { MarketProgram } from './program.ts'

/** Columns whose needs exceed all supply together. */
const impossible = (program: MarketProgram, gone: readonly boolean[]): number[] =>
  program.rows.flatMap(row => {
    if (row.equal) return []
    const room = row.columns.reduce((sum, column, at) => {
      const c = row.coefficients[at]!
      return gone[column] || c > 0 ? sum : sum - c * program.columns[column]!.upper
    }, row.limit)
    return row.columns.filter((column, at) => {
      const c = row.coefficients[at]!
      const { whole } = program.columns[column]!
      return !gone[column] && (whole ? c > room : c > 0 && room <= 0)
    })
  })

/** Columns that cost more than the value of everything that they could help: no coalition would choose them. */
const unprofitable = (program: MarketProgram, gone: readonly boolean[]): number[] => {
  const helped = program.columns.map(() => new Set<number>())
  for (const row of program.rows) {
    const takers = row.columns.filter((_, at) => row.equal || row.coefficients[at]! > 0)
    row.columns.forEach((column, at) => {
      if (row.equal || row.coefficients[at]! < 0) for (const taker of takers) helped[column]!.add(taker)
    })
  }
  return program.columns.flatMap(({ value, whole }, at) => {
    if (gone[at] || value >= 0 || !whole) return []
    const reach = reachable(helped, at)
    const most = [...reach].reduce((sum, other) => {
      const { value: bid } = program.columns[other]!
      return gone[other] || bid <= 0 ? sum : sum + bid
    }, 0)
    return most + value < 0 ? [at] : []
  })
}

/** Needs that a supply helps through flows, even without a common row. */
const reachable = (helped: readonly Set<number>[], from: number): Set<number> => {
  const seen = new Set<number>([from])
  for (const at of seen) for (const next of helped[at]!) seen.add(next)
  return seen
}

const repeated = (program: MarketProgram, tests: readonly (typeof impossible)[]): boolean[] => {
  const gone = program.columns.map(() => false)
  for (;;) {
    const more = tests.flatMap(test => test(program, gone)).filter(at => !gone[at])
    if (more.length === 0) return gone
    for (const at of more) gone[at] = true
  }
}

/** Columns that no supply could serve, whatever anyone bids. */
export const findUnservableColumns = (program: MarketProgram): boolean[] => repeated(program, [impossible])

/** Columns that cannot be in a best match of any coalition. */
export const findDominatedColumns = (program: MarketProgram): boolean[] =>
  repeated(program, [impossible, unprofitable])
