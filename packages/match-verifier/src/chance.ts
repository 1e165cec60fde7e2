/**
 * Seeded random numbers from 0 (included) to 1 (excluded): the same seed gives the same sample (xorshift32, Marsaglia
 * 2003).
 */
export const seededRandom = (seed: number): (() => number) => {
  let state = (seed >>> 0) ^ 0x9e3779b9 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** Draws distinct whole numbers below a limit, in random order. */
export const drawDistinctNumbers = (many: number, below: number, chance: () => number): number[] => {
  const all = Array.from({ length: below }, (_, at) => at)
  for (let at = 0; at < Math.min(many, below); at += 1) {
    const other = at + Math.floor(chance() * (below - at))
    ;[all[at], all[other]] = [all[other]!, all[at]!]
  }
  return all.slice(0, many)
}
