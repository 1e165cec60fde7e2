import { type Kysely, sql } from 'kysely'
import { SET_ASIDE_QUEUES, type SetAsideQueueName, type SetAsideItem } from '#contract/desk/set-aside'
import type { Instant } from '@credit-market/values/dates'
import { retryInspection } from '../files/supervised-inspection.ts'
import { MAIL_QUEUE } from '../mail/send.ts'
import type { Database } from '../store/tables/tables.ts'
import { TASK_QUEUE } from '../tasks/queue.ts'
import { WEBHOOK_QUEUE } from '../webhooks/send.ts'
import { requeueItem } from '../queue/queue.ts'

const MOST = 500

/**
 * All items that were set aside, the latest first. Shows only the kind of an email and only the host of a webhook.
 */
export const readSetAsideItems = async (db: Kysely<Database>): Promise<SetAsideItem[]> => {
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

const AGAIN: Record<SetAsideQueueName, (db: Kysely<Database>, id: string, now: Instant) => Promise<boolean>> =
  {
    task: (db, id, now) => requeueItem(db, TASK_QUEUE, id, now),
    email: (db, id, now) => requeueItem(db, MAIL_QUEUE, id, now),
    webhook: (db, id, now) => requeueItem(db, WEBHOOK_QUEUE, id, now),
    inspection: retryInspection,
  }

/** Puts an item back in its queue with its attempts reset; false if there is no such item. */
export const requeueSetAsideItem = async (
  db: Kysely<Database>,
  { queue, id }: { queue: string; id: string },
  now: Instant,
): Promise<boolean> => {
  const name = SET_ASIDE_QUEUES.find(one => one === queue)
  return name !== undefined && AGAIN[name](db, id, now)
}
