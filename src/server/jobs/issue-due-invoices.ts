import { sql } from 'kysely'
import { SYSTEM } from '#domain/people/actor'
import { listFallenDue } from '../money/fallen-due.ts'
import { runAction } from '../runner/run-action.ts'
import type { ScheduledJob } from '../tasks/schedule.ts'
import { doForEach } from './act-on-each.ts'

/** Items looked at in one run, so that other jobs get their turn. */
const AT_A_TIME = 500

/** Issues invoices for what has fallen due: looks only at projects and requirements to which something happened since (decision 0218). */
export const issueDueInvoices: ScheduledJob = {
  name: 'issue invoices',
  atAnyTime: true,
  run: async ({ runtime, stopping }) => {
    const { db } = runtime.store
    const waiting = await db
      .selectFrom('invoicing')
      .select(['itemKind as kind', 'itemId as id', sql<string>`since::text`.as('since')])
      .orderBy('since')
      .limit(AT_A_TIME)
      .execute()
    await doForEach(
      waiting,
      async ({ kind, id, since }) => {
        if ((await listFallenDue(db, { kind, id })).length > 0)
          await runAction(runtime, {
            ...{ actor: SYSTEM, kind, subjectId: id, actionName: 'IssueInvoices', isUnwatched: true },
            submission: { values: {} },
          })
        else
          await db
            .deleteFrom('invoicing')
            .where('itemKind', '=', kind)
            .where('itemId', '=', id)
            .where('since', '=', sql<string>`${since}::timestamptz`)
            .execute()
      },
      stopping,
    )
  },
}
