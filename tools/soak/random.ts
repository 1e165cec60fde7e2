/** A source of numbers from 0 to 1 that repeats for the same seed (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The same things in another order. */
export const shuffle = <T>(things: readonly T[], random: () => number): T[] =>
  things
    .map(thing => ({ thing, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ thing }) => thing)
