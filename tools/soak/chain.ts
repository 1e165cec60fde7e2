import { sql } from 'kysely'
import { connect } from '#server/store/database'
import type { Fleet } from './fleet.ts'

const LOOK_MS = 1000
/** Longer than that no entry of the log may wait to be chained. */
const LATE_S = 2
/** So long after a server or the database came back the waiting is not judged. */
const CALM_MS = 5000

/** Looks again and again how long entries of the log wait to be chained while a server stands, and notes where it is too long. */
export const watchChain = ({ places, reach }: Fleet) => {
  const db = connect(reach)
  const late: string[] = []
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
      const seconds = rows[0]?.seconds ?? 0
      if (wasCalm && isCalm() && seconds > LATE_S) late.push(`unchained for ${seconds.toFixed(1)} s`)
    } catch {
      disturbedAt = performance.now()
    }
  }
  const looking = setInterval(() => void look(), LOOK_MS)
  return {
    late,
    stop: async () => {
      clearInterval(looking)
      await db.destroy()
    },
  }
}
