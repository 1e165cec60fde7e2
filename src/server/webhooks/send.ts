import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { addMinutes, type Instant } from '#domain/dates'
import { FAILING_DAYS, type PausedWhy, PAUSED_WORDS, RETRY_SECONDS } from '#domain/webhook'
import { sendLetter } from '../auth/letters.ts'
import type { Secrets } from '../auth/secrets.ts'
import { sentMessages } from '../metrics/webhooks.ts'
import { answer, claim, type Queue } from '../queue/queue.ts'
import { workOnNext } from '../queue/work.ts'
import type { Runtime } from '../runner/runtime.ts'
import type { WebhookDeliveryTable, WebhookTable } from '../store/program-tables.ts'
import type { Database } from '../store/tables.ts'
import { type Outcome, postMessage } from './post.ts'
import { signedHeaders } from './sign.ts'

/** The queue of messages. Whoever takes one has two minutes to send it; after that, it was a crash, and it is sent again. */
export const MESSAGES = {
  table: 'webhookDelivery',
  until: 'notBefore',
  leaseSeconds: 120,
  aside: { state: 'failed' },
  again: { state: 'queued' },
} as const satisfies Queue<'webhookDelivery'>
const GONE = 410
const MINUTES_OF_DAY = 24 * 60

type Taken = Selectable<WebhookDeliveryTable>

/** Takes the message that has been due longest, of a webhook to which nobody sends at the moment: one is sent there after the other. */
const take = (db: Kysely<Database>, now: Instant): Promise<Taken | undefined> =>
  claim(db, MESSAGES, {
    now: sql<Instant>`${now}`,
    before: sql`
      with due as (
        select webhook_delivery.id, webhook_id from webhook_delivery join webhook on webhook.id = webhook_id
        where state = 'queued' and not_before <= ${now} and paused_at is null
          and (busy_until is null or busy_until <= ${now})
        order by not_before, entry_id limit 1 for update skip locked
      ), busy as (
        update webhook set busy_until = ${now}::timestamptz + make_interval(secs => ${MESSAGES.leaseSeconds})
        from due where webhook.id = due.webhook_id
      )`,
    pick: sql`select id from due`,
  })

/** Why a webhook is to be sent nothing more after an answer; null where it goes on. */
const stopsFor = (
  { failingSince }: Pick<WebhookTable, 'failingSince'>,
  status: number | null,
  now: Instant,
): PausedWhy | null => {
  if (status === GONE) return 'gone'
  return failingSince !== null && failingSince <= addMinutes(now, -FAILING_DAYS * MINUTES_OF_DAY)
    ? 'failing'
    : null
}

/** Sends nothing more to a webhook: what waits is given up, and whoever made it gets a letter. */
const stop = async (
  db: Transaction<Database>,
  { id, url, madeBy }: Selectable<WebhookTable>,
  why: PausedWhy,
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
  const facts = { address: new URL(url).host, webhookId: id, why: PAUSED_WORDS[why] }
  if (maker) await sendLetter(db, 'webhook-stopped', maker.email, facts, now)
}

const keep = (
  db: Kysely<Database>,
  hook: Selectable<WebhookTable>,
  delivery: Taken,
  outcome: Outcome & { at: Instant; milliseconds: number },
  now: Instant,
): Promise<void> =>
  db.transaction().execute(async trx => {
    const { id: deliveryId, attempt: number } = delivery
    const isTaken = outcome.status !== null && outcome.status >= 200 && outcome.status < 300
    sentMessages.inc({ outcome: isTaken ? 'taken' : 'refused' })
    const there = await trx
      .updateTable('webhook')
      .set({ busyUntil: null, failingSince: isTaken ? null : sql<Instant>`coalesce(failing_since, ${now})` })
      .where('id', '=', hook.id)
      .returning('failingSince')
      .executeTakeFirst()
    // It was removed meanwhile, with all that was sent there.
    if (!there) return
    await trx
      .insertInto('webhookAttempt')
      .values({ deliveryId, number, ...outcome })
      .execute()
    const wait = RETRY_SECONDS[number - 1]
    const outcomeOf = (): Partial<Taken> => {
      if (isTaken) return { state: 'delivered' }
      return wait === undefined ? { state: 'failed' } : { notBefore: addMinutes(now, wait / 60) }
    }
    await answer(trx, MESSAGES, delivery, outcomeOf())
    const why = isTaken ? null : stopsFor(there, outcome.status, now)
    if (why) await stop(trx, hook, why, now)
  })

interface Sending {
  runtime: Pick<Runtime, 'store' | 'now'>
  secrets: Secrets
  /** May messages go to addresses of this machine too? */
  anywhere: boolean
}

/**
 * Sends the message that is due longest; false when none is. What is not taken is sent again under the same id, later each time, and
 * a crash before the end of it sends it twice, never not at all.
 */
export const sendNextMessage = (sending: Sending, stopping?: AbortSignal): Promise<boolean> => {
  const { store, now } = sending.runtime
  const { db } = store
  return workOnNext(db, MESSAGES, {
    now,
    take: () => take(db, now()),
    perform: message => sendMessage(sending, message),
    // The next message to this address need not wait until the lease has run out.
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
  // It was removed meanwhile, with all that was to be sent there.
  if (!hook) return
  const isFormerGood = hook.formerUntil !== null && hook.formerUntil > at
  const signing = [hook.secret, ...(isFormerGood && hook.formerSecret ? [hook.formerSecret] : [])]
  const headers = signedHeaders(
    signing.map(secret => secrets.decrypt(secret)),
    { id, at: new Date(at), body },
  )
  const began = performance.now()
  const outcome = await postMessage(hook.url, { headers, body, anywhere })
  const milliseconds = Math.round(performance.now() - began)
  await keep(db, hook, message, { ...outcome, at, milliseconds }, runtime.now())
}
