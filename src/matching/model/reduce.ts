import type { Program } from './program.ts'

/** Columns that no sum of others could ever cover: even all supply together leaves a row unmet. */
const impossible = (program: Program, gone: readonly boolean[]): number[] =>
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

/**
 * Columns that cost more than all the value they could ever help: never worth choosing, whoever else takes
 * part.
 */
const unprofitable = (program: Program, gone: readonly boolean[]): number[] => {
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

/** Through flows, a supply helps needs that share no row with it. */
const reachable = (helped: readonly Set<number>[], from: number): Set<number> => {
  const seen = new Set<number>([from])
  for (const at of seen) for (const next of helped[at]!) seen.add(next)
  return seen
}

const repeated = (program: Program, tests: readonly (typeof impossible)[]): boolean[] => {
  const gone = program.columns.map(() => false)
  for (;;) {
    const more = tests.flatMap(test => test(program, gone)).filter(at => !gone[at])
    if (more.length === 0) return gone
    for (const at of more) gone[at] = true
  }
}

/** Which columns no supply could ever meet, whatever anybody bids. */
export const unmeetable = (program: Program): boolean[] => repeated(program, [impossible])

/** Which columns can never be part of a best match in any coalition. */
export const dominated = (program: Program): boolean[] => repeated(program, [impossible, unprofitable])
