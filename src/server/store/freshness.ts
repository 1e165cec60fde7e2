/** Tracks the age of the oldest change that a replica of the database may not have yet. */
export interface ReplicaFreshness {
  /** Records that the primary had written up to this position at this instant or later. */
  written: (at: number, position: number) => void
  /** Records that the replica has replayed up to this position. */
  replayed: (position: number) => void
  /** Records that the state of the replica is unknown. */
  lost: () => void
  /** Maximum lag of the replica in milliseconds; infinite if unknown. */
  behind: (now: number) => number
}

const MOST_SAMPLES = 100

/**
 * Calculates how far a replica is behind from positions in the write-ahead log and our own clock: it has everything
 * written before the newest instant whose position it has passed. The clocks of database servers are not used, nor is
 * the time of their last transaction, which shows nothing while no one writes or while the replica is cut off.
 */
export const openReplicaFreshness = (): ReplicaFreshness => {
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
