import { type Kysely, sql } from 'kysely'
import { QUEUES, type QueueName, type SetAsideItem } from '#contract/set-aside'
import type { Instant } from '#domain/dates'
import { allowInspection } from '../files/supervised-inspection.ts'
import { MAIL } from '../mail/send.ts'
import type { Database } from '../store/tables.ts'
import { TASKS } from '../tasks/queue.ts'
import { MESSAGES } from '../webhooks/send.ts'
import { tryAgain } from './queue.ts'

const MOST = 500

/** Everything that was set aside, the latest first. Of an email only its kind is named, of a webhook only its host. */
export const setAsideItems = async (db: Kysely<Database>): Promise<SetAsideItem[]> => {
  const { rows } = await sql<SetAsideItem>`
    select queue, its.id, what, attempt as attempts, message as last_error, set_aside_at from (
      select 'task' as queue, task.id, concat_ws(': ', task.kind, round.name) as what, attempt, message, set_aside_at
        from task left join round on round.id = round_id where set_aside_at is not null
      union all
      select 'email', id, letter, attempt, message, set_aside_at from mail_outbox where set_aside_at is not null
      union all
      select 'webhook', webhook_delivery.id,
          concat_ws(' to ', type, substring(webhook.url from '^[a-z]+://([^/?#]+)')), attempt, message, set_aside_at
        from webhook_delivery join webhook on webhook.id = webhook_id where set_aside_at is not null
      union all
      select 'inspection', id, id, attempt, message, set_aside_at from inspection where set_aside_at is not null
    ) its order by set_aside_at desc, id limit ${MOST}`.execute(db)
  return rows
}

const AGAIN: Record<QueueName, (db: Kysely<Database>, id: string, now: Instant) => Promise<boolean>> = {
  task: (db, id, now) => tryAgain(db, TASKS, id, now),
  email: (db, id, now) => tryAgain(db, MAIL, id, now),
  webhook: (db, id, now) => tryAgain(db, MESSAGES, id, now),
  inspection: allowInspection,
}

/** Puts an item back in its queue, where its next attempt counts as the first; false where there is no such item. */
export const trySetAsideAgain = async (
  db: Kysely<Database>,
  { queue, id }: { queue: string; id: string },
  now: Instant,
): Promise<boolean> => {
  const name = QUEUES.find(one => one === queue)
  return name !== undefined && AGAIN[name](db, id, now)
}
