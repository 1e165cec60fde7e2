/** True if a text contains a lone surrogate, which no encoding can represent. */
export const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text)

/** True if a text can be stored and hashed: no lone surrogate and no NUL. */
export const isWellFormed = (text: string): boolean => !hasLoneSurrogate(text) && !text.includes('\0')

/** Message for a text that cannot be stored. */
export const ILL_FORMED_MESSAGE = 'The text contains a character that cannot be stored. Remove it'

/**
 * Path to the first ill-formed text in a JSON value; for an ill-formed property name, the path of its object.
 * Undefined if everything is well-formed. Not recursive, so the depth is unlimited.
 */
export const findIllFormed = (value: unknown): readonly string[] | undefined => {
  const left: { value: unknown; path: readonly string[] }[] = [{ value, path: [] }]
  for (let one = left.pop(); one; one = left.pop()) {
    const { path } = one
    if (typeof one.value === 'string' && !isWellFormed(one.value)) return path
    if (typeof one.value !== 'object' || one.value === null) continue
    for (const [name, part] of Object.entries(one.value)) {
      if (!isWellFormed(name)) return path
      // Keeps only the start of a path: messages show no more, and copying long paths would be slow.
      left.push({ value: part, path: path.length < 2 ? [...path, name] : path })
    }
  }
  return undefined
}
