import { sql } from 'kysely'
import { DAILY_DIGEST } from '#domain/notice'
import type { Job } from './schedule.ts'

/**
 * What somebody wants told once a day goes out in one letter once the day is over, by the calendar of the market. The letter
 * and what says that it is sent are one statement, so that of two servers one sends it.
 */
export const sendDigests: Job = {
  name: 'send daily digests',
  run: async ({ runtime }) => {
    const now = runtime.now()
    const { rows } = await sql<{ letters: number }>`
      with due as (
        select id, user_id, kind, facts, created_at from inbox_item
        where for_digest and (created_at at time zone 'Europe/London')::date < (${now}::timestamptz at time zone 'Europe/London')::date
        for update skip locked
      ),
      letter as (
        insert into mail_outbox (id, letter, user_id, facts, not_before, created_at)
        select md5(concat_ws(' ', 'digest', user_id, min(id), count(*))), ${DAILY_DIGEST}, user_id,
          jsonb_build_object('items', jsonb_agg(jsonb_build_object('kind', kind, 'facts', facts) order by created_at, id)::text),
          ${now}::timestamptz, ${now}::timestamptz
        from due group by user_id returning id, user_id
      ),
      sent as (
        update inbox_item set for_digest = false, letter_id = letter.id
        from due join letter using (user_id) where inbox_item.id = due.id
      )
      select count(*) as letters from letter`.execute(runtime.store.db)
    return { letters: rows[0]?.letters ?? 0 }
  },
}
