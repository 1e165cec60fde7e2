/** Seeded random numbers: the same seed always gives the same market, order or sample. */
export interface RandomNumberGenerator {
  /** From 0 (included) to 1 (excluded). */
  next: () => number
  /** A whole number from the first to the last, both included. */
  whole: (first: number, last: number) => number
  pick: <T>(from: readonly T[]) => T
  chance: (of: number) => boolean
  shuffled: <T>(list: readonly T[]) => T[]
}

/** Creates a generator from a seed (mulberry32, public domain). */
export const createSeededRandom = (seed: number): RandomNumberGenerator => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (first: number, last: number): number => first + Math.floor(next() * (last - first + 1))
  return {
    next,
    whole,
    pick: from => from[whole(0, from.length - 1)]!,
    chance: of => next() < of,
    shuffled: list => {
      const cards = [...list]
      for (let at = cards.length - 1; at > 0; at -= 1) {
        const other = whole(0, at)
        ;[cards[at], cards[other]] = [cards[other]!, cards[at]!]
      }
      return cards
    },
  }
}
