import { sql } from 'kysely'
import { DAILY_DIGEST_NAME } from '#domain/text/notice'
import type { ScheduledJob } from '../tasks/schedule.ts'

/**
 * Sends notices of users who chose a daily digest in one email after the end of the day in London. The email and the
 * record that it is sent are one statement, so that only one of two servers sends it.
 */
export const sendDigests: ScheduledJob = {
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
        select md5(concat_ws(' ', 'digest', user_id, min(id), count(*))), ${DAILY_DIGEST_NAME}, user_id,
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
