import type { MarketProgram, Row } from '../model/program.ts'

/**
 * Cover inequality with coefficients of one (Balas 1975) that an infeasible choice breaks by one and every feasible
 * choice meets: needs that together exceed the supplies cannot all win while none of the missing supplies is funded.
 * It names only columns that matter. Null if a part is above its lower bound, because less might be won. Valid while
 * the lower bounds of the parts hold.
 */
export const coverInequality = (
  program: MarketProgram,
  row: Row,
  x: ArrayLike<number>,
  lower: ArrayLike<number>,
): Row[] => {
  const sides = row.equal ? [1, -1] : [1]
  return sides.flatMap(side => {
    const terms = row.columns.map((column, k) => ({ column, amount: side * row.coefficients[k]! }))
    const excess = terms.reduce((sum, { column, amount }) => sum + amount * x[column]!, -side * row.limit)
    if (excess <= 0 && row.equal) return []
    const taken = terms.filter(({ column, amount }) => amount > 0 && x[column]! > 0)
    const absent = terms.filter(({ column, amount }) => amount < 0 && x[column]! < 1)
    const isWhole = (column: number): boolean => program.columns[column]!.whole
    if (taken.some(({ column }) => !isWhole(column) && x[column] !== lower[column])) return []
    if (absent.some(({ column }) => !isWhole(column))) return []
    let spare = excess
    const needed = (of: typeof terms): number[] =>
      of
        .filter(({ column }) => isWhole(column))
        .toSorted((a, b) => Math.abs(a.amount) - Math.abs(b.amount))
        .flatMap(({ column, amount }) => {
          if (Math.abs(amount) >= spare) return [column]
          spare -= Math.abs(amount)
          return []
        })
    const all = needed(taken)
    const none = needed(absent)
    return [
      {
        columns: [...all, ...none],
        coefficients: [...all.map(() => 1), ...none.map(() => -1)],
        limit: all.length - 1,
        equal: false,
      },
    ]
  })
}
