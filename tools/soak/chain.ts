import { sql } from 'kysely'
import { connectDatabase } from '#server/store/database'
import type { RunningFleet } from './fleet.ts'

const LOOK_MS = 1000
/** The wait is not measured for this time after a server or the database came back. */
const CALM_MS = 5000

/** Measures how long entries of the log wait to be chained while both servers are ready; answers the longest wait in seconds when it is stopped. */
export const watchChain = ({ places, reach }: RunningFleet) => {
  const db = connectDatabase(reach)
  let longest = 0
  let disturbedAt = performance.now()
  const isCalm = (): boolean =>
    performance.now() - disturbedAt > CALM_MS &&
    places.every(({ isReady, since }) => isReady && performance.now() - since > CALM_MS)
  const look = async (): Promise<void> => {
    const wasCalm = isCalm()
    try {
      const { rows } = await sql<{ seconds: number | null }>`
        select extract(epoch from max(clock_timestamp() - since))::float as seconds from activity_waiting`.execute(
        db,
      )
      if (wasCalm && isCalm()) longest = Math.max(longest, rows[0]?.seconds ?? 0)
    } catch {
      disturbedAt = performance.now()
    }
  }
  const looking = setInterval(() => void look(), LOOK_MS)
  return {
    stop: async (): Promise<number> => {
      clearInterval(looking)
      await db.destroy()
      return longest
    },
  }
}
