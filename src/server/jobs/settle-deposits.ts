import { listBidsWithoutRequest } from '../money/deposit-requests.ts'
import { listDepositsToSettle } from '../money/deposits.ts'
import type { ScheduledJob } from '../tasks/schedule.ts'
import { actOnEach, doForEach } from './act-on-each.ts'

/** Asks for the deposits of new bids, and sets off, pays back or takes back those whose bids have a result (decisions 0243 and 0244). */
export const settleAllDeposits: ScheduledJob = {
  name: 'settle deposits',
  atAnyTime: true,
  run: async ({ runtime, stopping }) => {
    const { db } = runtime.store
    const wanted = await listBidsWithoutRequest(db, null)
    const ended = await listDepositsToSettle(db, runtime.now())
    // A request that is refused does not keep deposits that have ended waiting.
    await doForEach(
      [
        () =>
          actOnEach(
            { runtime, stopping },
            'IssueDeposit',
            wanted.map(({ id }) => ({ kind: 'requirement', subjectId: id }) as const),
          ),
        () =>
          actOnEach(
            { runtime, stopping },
            'SettleDeposit',
            ended.map(id => ({ kind: 'invoice', subjectId: id }) as const),
          ),
      ],
      act => act(),
      stopping,
    )
    return { asked: wanted.length, settled: ended.length }
  },
}
