import type { Row } from './program.ts'

const keyOf = (row: Row): string =>
  `${row.equal}|${row.limit}|${row.columns.join()}|${row.coefficients.join()}`

const needsKey = (row: Row): string => row.columns.filter((_, at) => row.coefficients[at]! > 0).join()

/** True if every choice within `strict` is within `loose`, because no coefficient of `loose` is higher. */
const implies = (strict: ReadonlyMap<number, number>, loose: Row): boolean => {
  const seen = new Set(loose.columns)
  for (const [column, coefficient] of strict) if (coefficient < 0 && !seen.has(column)) return false
  return loose.columns.every((column, at) => loose.coefficients[at]! <= (strict.get(column) ?? 0))
}

/** True if a balance of needs and supplies follows from one of these rows, or trivially. */
export const isImpliedByAnyRow = (loose: Row, from: readonly Row[]): boolean =>
  loose.coefficients.every(coefficient => coefficient <= 0) ||
  from.some(row => !row.equal && row.limit === 0 && implies(mapOf(row), loose))

const mapOf = (row: Row): Map<number, number> =>
  new Map(row.columns.map((column, at) => [column, row.coefficients[at]!]))

const both = (a: Row, b: Row): boolean => a.union === true && b.union === true

/** Removes rows that follow from others, as neighbouring periods and blocks often repeat each other. */
export const removeImpliedRows = (rows: readonly Row[]): Row[] => {
  const byKey = new Map<string, Row>()
  for (const row of rows) {
    const twin = byKey.get(keyOf(row))
    byKey.set(keyOf(row), twin === undefined ? row : { ...row, union: both(row, twin) })
  }
  const distinct = [...byKey.values()]
  const families = new Map<string, Row[]>()
  for (const row of distinct) {
    const key = row.equal || row.limit !== 0 ? keyOf(row) : needsKey(row)
    families.set(key, [...(families.get(key) ?? []), row])
  }
  return [...families].flatMap(([key, family]) => {
    if (key === '') return []
    if (family.length === 1) return family
    let kept: Row[] = []
    for (const row of family) {
      const stricter = kept.findIndex(other => implies(mapOf(other), row))
      if (stricter >= 0) {
        kept[stricter] = { ...kept[stricter]!, union: both(kept[stricter]!, row) }
        continue
      }
      const map = mapOf(row)
      const weaker = kept.filter(other => implies(map, other))
      kept = kept.filter(other => !weaker.includes(other))
      kept.push({
        ...row,
        union: weaker.reduce((union, other) => union && other.union === true, row.union === true),
      })
    }
    return kept
  })
}
