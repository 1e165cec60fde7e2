/** How long ago everything that a copy of the database may not have yet was written. */
export interface Freshness {
  /** At this moment, or after it, the primary had written so far. */
  written: (at: number, position: number) => void
  /** So far the copy has got. */
  replayed: (position: number) => void
  /** Nothing is known of the copy any more. */
  lost: () => void
  /** The milliseconds by which it may be behind; for ever where nothing is known. */
  behind: (now: number) => number
}

const MOST_SAMPLES = 100

/**
 * Reckons how far a copy is behind from positions in the log of the database, by one clock, ours: it has everything that
 * was written before the newest moment whose position it has passed. Clocks of database servers, and moments of their
 * last transactions, which tell nothing while nobody writes or while the copy is cut off, are not asked.
 */
export const openFreshness = (): Freshness => {
  let samples: { at: number; position: number }[] = []
  let asOf = -Infinity
  return {
    written: (at, position) => {
      samples = [...samples, { at, position }].slice(-MOST_SAMPLES)
    },
    replayed: position => {
      const passed = samples.filter(sample => sample.position <= position)
      asOf = Math.max(asOf, ...passed.map(({ at }) => at))
      samples = samples.filter(sample => sample.position > position)
    },
    lost: () => {
      asOf = -Infinity
      samples = []
    },
    behind: now => now - asOf,
  }
}
