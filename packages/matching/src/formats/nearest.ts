/** Number of single-character edits between two words (Levenshtein 1966). */
const differences = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const letter of a) {
    const next = [row[0]! + 1]
    for (let at = 0; at < b.length; at += 1)
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (letter === b[at] ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}

/** The known name nearest to another, if near enough to be what was meant. */
export const suggestSimilarName = (name: string, known: readonly string[]): string | null => {
  const plain = name.toLowerCase().replaceAll('_', '')
  const close = known
    .map(one => ({ one, far: differences(plain, one.toLowerCase().replaceAll('_', '')) }))
    .filter(({ one, far }) => far <= Math.min(3, Math.floor(one.length / 3)))
    .toSorted((a, b) => a.far - b.far)
  return close[0]?.one ?? null
}
