/** Does a text hold half of a surrogate pair, which no encoding can carry? */
export const hasHalfAPair = (text: string): boolean => /\p{Surrogate}/u.test(text)

/** Is this a text that can be stored and hashed: no half of a surrogate pair, and no NUL? */
export const isWellFormed = (text: string): boolean => !hasHalfAPair(text) && !text.includes('\0')

/** What is said of a text that is not. */
export const ILL_FORMED = 'The text holds a sign that cannot be stored: take it out'

/**
 * Where in a value of JSON the first ill-formed text stands, by the names that lead to it; a name that is ill-formed
 * itself ends the way before it. Undefined where all is well. However deep the value is, it is walked without recursion.
 */
export const illFormedIn = (value: unknown): readonly string[] | undefined => {
  const left: { value: unknown; path: readonly string[] }[] = [{ value, path: [] }]
  for (let one = left.pop(); one; one = left.pop()) {
    const { path } = one
    if (typeof one.value === 'string' && !isWellFormed(one.value)) return path
    if (typeof one.value !== 'object' || one.value === null) continue
    for (const [name, part] of Object.entries(one.value)) {
      if (!isWellFormed(name)) return path
      // Only the first names are ever told, and long ways would be copied again and again.
      left.push({ value: part, path: path.length < 2 ? [...path, name] : path })
    }
  }
  return undefined
}
