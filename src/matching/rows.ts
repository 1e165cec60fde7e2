import type { Row } from './program.ts'

const keyOf = (row: Row): string => `${row.equal}|${row.limit}|${row.columns.join()}|${row.coefficients.join()}`

const needsKey = (row: Row): string => row.columns.filter((_, at) => row.coefficients[at]! > 0).join()

/** Whatever meets `strict` meets `loose` too, because no coefficient of `loose` is higher. */
const implies = (strict: ReadonlyMap<number, number>, loose: Row): boolean => {
  const seen = new Set(loose.columns)
  for (const [column, coefficient] of strict) if (coefficient < 0 && !seen.has(column)) return false
  return loose.columns.every((column, at) => loose.coefficients[at]! <= (strict.get(column) ?? 0))
}

/** Neighbouring periods and blocks often say the same, or less: only the strictest rows stay. */
export const withoutRepeats = (rows: readonly Row[]): Row[] => {
  const distinct = [...new Map(rows.map(row => [keyOf(row), row])).values()]
  const families = new Map<string, Row[]>()
  for (const row of distinct) {
    const key = row.equal || row.limit !== 0 ? keyOf(row) : needsKey(row)
    families.set(key, [...(families.get(key) ?? []), row])
  }
  return [...families.values()].flatMap(family => {
    if (family.length === 1) return family[0]!.coefficients.some(c => c > 0) || family[0]!.equal ? family : []
    const kept: Row[] = []
    for (const row of family) {
      const map = new Map(row.columns.map((column, at) => [column, row.coefficients[at]!]))
      if (kept.some(other => implies(new Map(other.columns.map((c, at) => [c, other.coefficients[at]!])), row))) continue
      for (let at = kept.length - 1; at >= 0; at -= 1) if (implies(map, kept[at]!)) kept.splice(at, 1)
      kept.push(row)
    }
    return kept
  })
}
