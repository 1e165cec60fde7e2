import { endedBefore } from '#domain/retention'
import { removedRows } from '../metrics/removed.ts'
import { endRows } from '../store/end-rows.ts'
import { ENDINGS } from '../store/lives.ts'
import { noteRetention, type Removed } from '../store/retention-note.ts'
import type { Job } from './schedule.ts'

/** Takes away what is kept no longer than is said (`domain/retention.ts`), but for uploads, which have a job of their own. */
export const forgetExpired: Job = {
  name: 'forget expired',
  run: async ({ runtime, stopping }) => {
    const { db } = runtime.store
    const now = runtime.now()
    const removed: Removed = {}
    for (const ending of ENDINGS) {
      if (ending.how === 'swept') continue
      const count = await endRows(db, ending, endedBefore(ending.kind, now), stopping)
      if (count === 0) continue
      removed[ending.kind] = (removed[ending.kind] ?? 0) + count
      removedRows.inc({ kind: ending.kind }, count)
    }
    if (!stopping?.aborted) await noteRetention(db, now, removed)
    return removed
  },
}
