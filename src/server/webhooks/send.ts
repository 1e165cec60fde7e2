import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { addMinutes, type Instant } from '@credit-market/values/dates'
import {
  MAX_FAILING_DAYS_OF_WEBHOOK,
  type WebhookPauseReason,
  WEBHOOK_PAUSE_REASON_LABELS,
  WEBHOOK_RETRY_SECONDS,
} from '#domain/people/webhook'
import { queueAccountEmail } from '../auth/letters.ts'
import type { Secrets } from '../auth/secrets.ts'
import { sentMessagesCounter } from '../metrics/webhooks.ts'
import { completeItem, claimNextItem, type Queue } from '../queue/queue.ts'
import { processNextItem } from '../queue/work.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import type { WebhookDeliveryTable, WebhookTable } from '../store/tables/program-tables.ts'
import type { Database } from '../store/tables/tables.ts'
import { type WebhookPostResult, postWebhookMessage } from './post.ts'
import { createSignatureHeaders } from './sign.ts'

/**
 * The queue of messages. A server that takes one has two minutes to send it; after that it counts as crashed, and the
 * message is sent again.
 */
export const WEBHOOK_QUEUE = {
  table: 'webhookDelivery',
  until: 'notBefore',
  leaseSeconds: 120,
  aside: { state: 'failed' },
  again: { state: 'queued' },
} as const satisfies Queue<'webhookDelivery'>
const GONE = 410
const MINUTES_OF_DAY = 24 * 60

type Taken = Selectable<WebhookDeliveryTable>

/** SQL for the messages that are due, of webhooks to which no other message is being sent. */
export const dueMessagesSql = (now: Instant) => sql`
  select webhook_delivery.id, webhook_id from webhook_delivery join webhook on webhook.id = webhook_id
  where state = 'queued' and not_before <= ${now} and paused_at is null
    and (busy_until is null or busy_until <= ${now})`

/**
 * Takes the message that has been due longest, of a webhook to which no other message is being sent: each webhook gets
 * one at a time.
 */
const take = (db: Kysely<Database>, now: Instant): Promise<Taken | undefined> =>
  claimNextItem(db, WEBHOOK_QUEUE, {
    now: sql<Instant>`${now}`,
    before: sql`
      with due as (${dueMessagesSql(now)} order by not_before, entry_id limit 1 for update skip locked), busy as (
        update webhook set busy_until = ${now}::timestamptz + make_interval(secs => ${WEBHOOK_QUEUE.leaseSeconds})
        from due where webhook.id = due.webhook_id
      )`,
    pick: sql`select id from due`,
  })

/** Returns why a webhook must stop after an answer; null if it goes on. */
const stopsFor = (
  { failingSince }: Pick<WebhookTable, 'failingSince'>,
  status: number | null,
  now: Instant,
): WebhookPauseReason | null => {
  if (status === GONE) return 'gone'
  return failingSince !== null &&
    failingSince <= addMinutes(now, -MAX_FAILING_DAYS_OF_WEBHOOK * MINUTES_OF_DAY)
    ? 'failing'
    : null
}

/** Stops a webhook: waiting messages are given up, and its maker gets an email. */
const stop = async (
  db: Transaction<Database>,
  { id, url, madeBy }: Selectable<WebhookTable>,
  why: WebhookPauseReason,
  now: Instant,
): Promise<void> => {
  await db
    .updateTable('webhook')
    .set({ pausedAt: now, pausedWhy: why })
    .where('id', '=', id)
    .where('pausedAt', 'is', null)
    .execute()
  await db
    .updateTable('webhookDelivery')
    .set({ state: 'failed' })
    .where('webhookId', '=', id)
    .where('state', '=', 'queued')
    .execute()
  const maker = await db
    .selectFrom('user')
    .select('email')
    .where('id', '=', madeBy)
    .where('active', '=', true)
    .executeTakeFirst()
  const facts = { address: new URL(url).host, webhookId: id, why: WEBHOOK_PAUSE_REASON_LABELS[why] }
  if (maker) await queueAccountEmail(db, 'webhook-stopped', maker.email, facts, now)
}

const keep = (
  db: Kysely<Database>,
  hook: Selectable<WebhookTable>,
  delivery: Taken,
  outcome: WebhookPostResult & { at: Instant; milliseconds: number },
  now: Instant,
): Promise<void> =>
  db.transaction().execute(async trx => {
    const { id: deliveryId, attempt: number } = delivery
    const isTaken = outcome.status !== null && outcome.status >= 200 && outcome.status < 300
    sentMessagesCounter.inc({ outcome: isTaken ? 'taken' : 'refused' })
    const there = await trx
      .updateTable('webhook')
      .set({ busyUntil: null, failingSince: isTaken ? null : sql<Instant>`coalesce(failing_since, ${now})` })
      .where('id', '=', hook.id)
      .returning('failingSince')
      .executeTakeFirst()
    // It was removed in the meantime, with its messages.
    if (!there) return
    await trx
      .insertInto('webhookAttempt')
      .values({ deliveryId, number, ...outcome })
      .execute()
    const wait = WEBHOOK_RETRY_SECONDS[number - 1]
    const outcomeOf = (): Partial<Taken> => {
      if (isTaken) return { state: 'delivered' }
      return wait === undefined ? { state: 'failed' } : { notBefore: addMinutes(now, wait / 60) }
    }
    await completeItem(trx, WEBHOOK_QUEUE, delivery, outcomeOf())
    const why = isTaken ? null : stopsFor(there, outcome.status, now)
    if (why) await stop(trx, hook, why, now)
  })

interface Sending {
  runtime: Pick<ActionRuntime, 'store' | 'now'>
  secrets: Secrets
  /** True if messages may also go to addresses of this machine. */
  anywhere: boolean
}

/**
 * Sends the message that has been due longest; returns false if none is. A message that is not accepted is sent again
 * under the same id, later each time. After a crash before the end it is sent twice, but never not at all.
 */
export const sendNextWebhookMessage = (sending: Sending, stopping?: AbortSignal): Promise<boolean> => {
  const { store, now } = sending.runtime
  const { db } = store
  return processNextItem(db, WEBHOOK_QUEUE, {
    now,
    take: () => take(db, now()),
    perform: message => sendMessage(sending, message),
    // The next message to this address need not wait for the end of the lease.
    failed: async ({ webhookId }) => {
      await db.updateTable('webhook').set({ busyUntil: null }).where('id', '=', webhookId).execute()
    },
    ...(stopping && { stopping }),
  })
}

const sendMessage = async ({ runtime, secrets, anywhere }: Sending, message: Taken): Promise<void> => {
  const { db } = runtime.store
  const at = runtime.now()
  const { id, payload: body, webhookId } = message
  const hook = await db.selectFrom('webhook').selectAll().where('id', '=', webhookId).executeTakeFirst()
  // It was removed in the meantime, with its messages.
  if (!hook) return
  const isFormerGood = hook.formerUntil !== null && hook.formerUntil > at
  const signing = [hook.secret, ...(isFormerGood && hook.formerSecret ? [hook.formerSecret] : [])]
  const headers = createSignatureHeaders(
    signing.map(secret => secrets.decrypt(secret)),
    { id, at: new Date(at), body },
  )
  const began = performance.now()
  const outcome = await postWebhookMessage(hook.url, { headers, body, anywhere })
  const milliseconds = Math.round(performance.now() - began)
  await keep(db, hook, message, { ...outcome, at, milliseconds }, runtime.now())
}
