import { sql } from 'kysely'
import type { ActionName } from '#actions/index'
import { SYSTEM } from '#domain/people/actor'
import { UNFINISHED_STATUSES } from '#domain/match/end-of-round'
import { runAction } from '../runner/run-action.ts'
import type { ScheduledJob } from '../tasks/schedule.ts'

/** Ends what settled rounds left behind: earlier versions of the product did not end it at settlement. */
export const endItemsOfSettledRounds: ScheduledJob = {
  name: 'end what settled rounds left behind',
  atAnyTime: true,
  run: async ({ runtime }) => {
    const left = sql.join(
      (['project', 'requirement', 'participation', 'agentAuthority'] as const).map(
        kind => sql`exists (select from ${sql.table(kind)} as one
          where one.round_id = round.id and one.status = any(${sql.val(UNFINISHED_STATUSES[kind])}::text[]))`,
      ),
      sql` or `,
    )
    const { rows } = await sql<{ id: string }>`
      select id from round where status = 'Settled' and (${left}) order by ordinal`.execute(runtime.store.db)
    for (const { id } of rows)
      await runAction(runtime, {
        actor: SYSTEM,
        kind: 'round',
        subjectId: id,
        actionName: 'EndWhatIsLeft' satisfies ActionName<'round'>,
        submission: { values: {} },
      })
  },
}
