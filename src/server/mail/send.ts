import { findNotice } from '#actions/notices/index'
import { errorMessageOf } from '#domain/values/narrow'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Logger } from 'pino'
import { addMinutes, type Instant } from '@credit-market/values/dates'
import type { Secrets } from '../auth/secrets.ts'
import type { ServerConfig } from '../process/config.ts'
import { readCachedBrand } from '../brand/brand.ts'
import { readSettlementCheckpoint } from '../log/settlement.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { startWokenLoop } from '../store/due-work.ts'
import type { MailOutboxTable } from '../store/tables/queue-tables.ts'
import type { Database } from '../store/tables/tables.ts'
import { completeItem, claimNextItem, releaseItem, type Queue } from '../queue/queue.ts'
import { processNextItem } from '../queue/work.ts'
import { logFailure } from '../process/log-failure.ts'
import { composeEmail } from './letters.ts'
import { BouncedEmail, openMailTransport, type MailTransport } from './post.ts'
import { unsubscribePath } from './unsubscribe.ts'

type Waiting = Selectable<MailOutboxTable>

/**
 * The queue of emails. A server that takes one has two minutes to send it; after that it counts as crashed, and the
 * email is sent again.
 */
export const MAIL_QUEUE = {
  table: 'mailOutbox',
  until: 'notBefore',
  leaseSeconds: 120,
  aside: { state: 'failed' },
  again: { state: 'queued' },
} as const satisfies Queue<'mailOutbox'>
/** In minutes. */
const FIRST_DELAY = 0.5
const LONGEST_DELAY = 60
const MOST_ATTEMPTS = 48
const EVERY_MS = 1000
/** Longest time that an email waits for its checkpoint, and the pause between two looks, in minutes. */
const LONGEST_WAIT = 1
const LOOK_AGAIN = 0.05

const take = (db: Kysely<Database>, now: Instant): Promise<Waiting | undefined> =>
  claimNextItem(db, MAIL_QUEUE, {
    now: sql<Instant>`${now}`,
    pick: dueEmails(db, now).orderBy('notBefore').limit(1).forUpdate().skipLocked().$castTo<string>(),
  })

/** The emails that may be sent now. The state is a constant, because the index of what is queued is only for that one. */
export const dueEmails = (db: Kysely<Database>, now: Instant) =>
  db
    .selectFrom('mailOutbox')
    .select('id')
    .where('state', '=', sql.lit('queued'))
    .where('notBefore', '<=', now)

const addressesOf = async (db: Kysely<Database>, letter: Waiting): Promise<string[]> => {
  if (letter.toAddress !== null) return [letter.toAddress]
  if (letter.userId !== null) {
    const person = await db
      .selectFrom('user')
      .select('email')
      .where('id', '=', letter.userId)
      .where('active', '=', true)
      .executeTakeFirst()
    return person ? [person.email] : []
  }
  const merged = await db
    .selectFrom('organisation')
    .select('mergedIntoId')
    .where('id', '=', letter.organisationId)
    .executeTakeFirst()
  const organisationId = merged?.mergedIntoId ?? letter.organisationId
  const people = await db
    .selectFrom('user')
    .select('email')
    .where('organisationId', '=', organisationId)
    .where('active', '=', true)
    .where('admittedAt', 'is not', null)
    .execute()
  if (people.length > 0) return [...new Set(people.map(({ email }) => email))]
  const organisation = await db
    .selectFrom('organisation')
    .select('email')
    .where('id', '=', organisationId)
    .executeTakeFirst()
  return organisation?.email ? [organisation.email] : []
}

/** The checkpoint for an email that contains one, if there is one. */
const checkpointFor = async (db: Kysely<Database>, { letter, facts }: Waiting) =>
  findNotice(letter)?.carriesCheckpoint && facts.roundId !== undefined
    ? readSettlementCheckpoint(db, facts.roundId)
    : undefined

interface Sending {
  runtime: Pick<ActionRuntime, 'store' | 'now'>
  secrets: Secrets
  publicUrl: string
  post: MailTransport
}

/**
 * Sends the email that has waited longest; returns false if none is due. An email that cannot be sent now is tried
 * again, later each time.
 */
export const sendNextEmail = (sending: Sending, stopping?: AbortSignal): Promise<boolean> => {
  const { store, now } = sending.runtime
  return processNextItem(store.db, MAIL_QUEUE, {
    now,
    take: () => take(store.db, now()),
    perform: letter => send(sending, letter),
    ...(stopping && { stopping }),
  })
}

const send = async ({ runtime, secrets, publicUrl, post }: Sending, letter: Waiting): Promise<void> => {
  const { db } = runtime.store
  const checkpoint = await checkpointFor(db, letter)
  if (checkpoint && !checkpoint.covers && runtime.now() < addMinutes(letter.createdAt, LONGEST_WAIT))
    return releaseItem(db, MAIL_QUEUE, letter, addMinutes(runtime.now(), LOOK_AGAIN))
  const brand = await readCachedBrand(db)
  const unsubscribe = unsubscribePath(secrets, letter)
  const written = composeEmail(letter.letter, letter.facts, {
    ...{ secrets, publicUrl, brand, unsubscribe },
    ...(checkpoint && { checkpoint }),
  })
  const to = await addressesOf(db, letter)
  const end = (outcome: Partial<Waiting>) => completeItem(db, MAIL_QUEUE, letter, outcome)
  if (!written || to.length === 0) {
    const message = written ? 'No one can receive this email' : `There is no email called ${letter.letter}`
    return end({ state: 'failed', message, bounced: false })
  }
  try {
    await post.deliver({ ...written, id: letter.id, to, from: brand.name, at: letter.createdAt })
  } catch (error) {
    const message = errorMessageOf(error)
    const bounced = error instanceof BouncedEmail
    if (bounced || letter.attempt >= MOST_ATTEMPTS) return end({ state: 'failed', message, bounced })
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.min(letter.attempt - 1, 10))
    return end({ notBefore: addMinutes(runtime.now(), delay), message })
  }
  // After a crash before this line the email is sent twice, but never not at all.
  return end({ state: 'sent', sentAt: runtime.now() })
}

/** Sends queued emails, one after the other, until stopped. */
export const startMailSender = (
  { runtime, config, secrets }: { runtime: ActionRuntime; config: ServerConfig; secrets: Secrets },
  log: Logger,
): { stop: () => Promise<void> } => {
  const post = openMailTransport(config)
  const { store, now, dueWork } = runtime
  const { stop } = startWokenLoop(
    dueWork,
    {
      isDue: () => sql<boolean>`exists (${dueEmails(store.db, now())})`,
      everyMs: EVERY_MS,
      failed: error => logFailure(log, error, 'Queued emails could not be read'),
    },
    stopping => sendNextEmail({ runtime, secrets, publicUrl: config.publicUrl, post }, stopping),
  )
  return {
    stop: async () => {
      await stop()
      post.close()
    },
  }
}

/** Puts an email back in the queue that was given up, or that waits for its next attempt. */
export const requeueEmail = async (db: Kysely<Database>, id: string, now: Instant): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('mailOutbox')
    .set({
      ...{ state: 'queued', notBefore: now, attempt: 0, bounced: false },
      ...{ unanswered: 0, setAsideAt: null },
    })
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
