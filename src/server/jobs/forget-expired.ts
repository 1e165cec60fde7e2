import { deletionCutoff } from '#domain/disclosure/retention'
import { removedRowsCounter } from '../metrics/counted.ts'
import { deleteEndedRows } from '../store/end-rows.ts'
import { ROW_EXPIRIES } from '../store/lives.ts'
import { recordRetention, type RemovedRowCounts } from '../store/retention-note.ts'
import type { ScheduledJob } from '../tasks/schedule.ts'

/**
 * Removes rows whose retention has ended (`domain/disclosure/retention.ts`), except uploads, which have a job of their
 * own.
 */
export const deleteExpiredRows: ScheduledJob = {
  name: 'forget expired',
  run: async ({ runtime, stopping }) => {
    const { db } = runtime.store
    const now = runtime.now()
    const removed: RemovedRowCounts = {}
    for (const ending of ROW_EXPIRIES) {
      if (ending.how === 'swept') continue
      const count = await deleteEndedRows(db, ending, deletionCutoff(ending.kind, now), stopping)
      if (count === 0) continue
      removed[ending.kind] = (removed[ending.kind] ?? 0) + count
      removedRowsCounter.inc({ kind: ending.kind }, count)
    }
    if (!stopping?.aborted) await recordRetention(db, now, removed)
    return removed
  },
}
