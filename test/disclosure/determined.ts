/** A linear equation over named unknowns: terms with a known sum, whose value is not needed here. */
export type Equation = ReadonlyMap<string, number>

/** Terms by name, each with its factor; factors of the same name add up. */
export const equation = (terms: Iterable<readonly [string, number]>): Equation => {
  const sums = new Map<string, number>()
  for (const [name, factor] of terms) sums.set(name, (sums.get(name) ?? 0) + factor)
  return sums
}

const divisor = (a: number, b: number): number => (b === 0 ? Math.abs(a) : divisor(b, a % b))

/** The row without its common divisor, and without terms of factor 0. All arithmetic is in whole numbers, so it is exact. */
const shortened = (row: Map<string, number>): Map<string, number> => {
  const common = [...row.values()].reduce(divisor, 0)
  const short = new Map<string, number>()
  for (const [name, factor] of row)
    if (factor !== 0) {
      if (!Number.isSafeInteger(factor)) throw new Error('The numbers have become too large to be exact')
      short.set(name, factor / common)
    }
  return short
}

/** Subtracts a multiple of the other row, so that this unknown disappears. */
const without = (row: Equation, name: string, pivot: Equation): Map<string, number> => {
  const [here, there] = [row.get(name) ?? 0, pivot.get(name) ?? 0]
  const result = new Map<string, number>()
  for (const [one, factor] of row) result.set(one, factor * there)
  for (const [one, factor] of pivot) result.set(one, (result.get(one) ?? 0) - factor * here)
  return shortened(result)
}

/** Equations in solved form: each row by the unknown that occurs in no other row. */
export type Solved = ReadonlyMap<string, Equation>

/** Adds equations to solved ones: exact elimination in rational numbers. */
export const solve = (equations: readonly Equation[], before: Solved = new Map()): Solved => {
  const solved = new Map(before)
  for (const given of equations) {
    let row: Equation = shortened(new Map(given))
    for (const name of row.keys()) {
      const pivot = solved.get(name)
      if (pivot) row = without(row, name, pivot)
    }
    const [first] = row.keys()
    if (first === undefined) continue
    for (const [name, other] of solved) if (other.has(first)) solved.set(name, without(other, first, row))
    solved.set(first, row)
  }
  return solved
}

/** The unknowns that the equations determine individually. */
export const valuesDeterminedBy = (solved: Solved): Set<string> =>
  new Set([...solved].flatMap(([name, row]) => (row.size === 1 ? [name] : [])))
