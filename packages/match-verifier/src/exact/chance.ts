/** Random numbers from 0 (included) to 1 (excluded): the same seed gives the same numbers (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
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

/** A set of `size` of the first `many` whole numbers, each such set with the same chance: 1 for each member. */
export const drawSet = (many: number, size: number, chance: () => number): Uint8Array => {
  const present = new Uint8Array(many)
  let left = size
  for (let at = 0; at < many; at += 1)
    if (chance() * (many - at) < left) {
      present[at] = 1
      left -= 1
    }
  return present
}
