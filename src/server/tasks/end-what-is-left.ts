import { sql } from 'kysely'
import type { ActionName } from '#actions/index'
import { SYSTEM } from '#domain/actor'
import { LEFT_BEHIND } from '#domain/end-of-round'
import { runAction } from '../runner/run-action.ts'
import type { Job } from './schedule.ts'

/** Brings what settled rounds left behind to its end: rounds settled by an earlier version of the product left it as it was. */
export const endLeftBehind: Job = {
  name: 'end what settled rounds left behind',
  atAnyTime: true,
  run: async ({ runtime }) => {
    const left = sql.join(
      (['project', 'requirement', 'participation', 'agentAuthority'] as const).map(
        kind => sql`exists (select from ${sql.table(kind)} as one
          where one.round_id = round.id and one.status = any(${sql.val(LEFT_BEHIND[kind])}::text[]))`,
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
