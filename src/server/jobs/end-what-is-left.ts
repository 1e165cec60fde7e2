import { sql } from 'kysely'
import { UNFINISHED_STATUSES } from '#domain/match/end-of-round'
import type { ScheduledJob } from '../tasks/schedule.ts'
import { actOnEach } from './act-on-each.ts'

/** Ends what settled rounds left behind: earlier versions of the product did not end it at settlement. */
export const endItemsOfSettledRounds: ScheduledJob = {
  name: 'end what settled rounds left behind',
  atAnyTime: true,
  run: async ({ runtime, stopping }) => {
    const left = sql.join(
      (['project', 'requirement', 'participation', 'agentAuthority'] as const).map(
        kind => sql`exists (select from ${sql.table(kind)} as one
          where one.round_id = round.id and one.status = any(${sql.val(UNFINISHED_STATUSES[kind])}::text[]))`,
      ),
      sql` or `,
    )
    const { rows } = await sql<{ kind: 'round'; subjectId: string }>`
      select 'round' as kind, id as subject_id from round where status = 'Settled' and (${left}) order by ordinal`.execute(
      runtime.store.db,
    )
    await actOnEach({ runtime, stopping }, 'EndWhatIsLeft', rows)
  },
}
