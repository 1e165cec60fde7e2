import { noticeOf } from '#actions/notices/index'
import { messageOf } from '#domain/narrow'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Logger } from 'pino'
import { addMinutes, type Instant } from '#domain/dates'
import type { Secrets } from '../auth/secrets.ts'
import type { Config } from '../config.ts'
import { brandOf } from '../brand.ts'
import { settlementCheckpoint } from '../log/settlement.ts'
import type { Runtime } from '../runner/runtime.ts'
import type { MailOutboxTable } from '../store/queue-tables.ts'
import type { Database } from '../store/tables.ts'
import { pollLoop } from '../loop.ts'
import { answer, claim, giveBack, type Queue } from '../queue/queue.ts'
import { workOnNext } from '../queue/work.ts'
import { logFailure } from '../log-failure.ts'
import { writeLetter } from './letters.ts'
import { Bounced, openPost, type Post } from './post.ts'
import { unsubscribePath } from './unsubscribe.ts'

type Waiting = Selectable<MailOutboxTable>

/** The queue of emails. Whoever takes one has two minutes to send it; after that, it was a crash, and it is sent again. */
export const MAIL = {
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
const POLL_MS = 1000
/** A letter waits so many minutes at most for the checkpoint that it carries, and looks so often. */
const LONGEST_WAIT = 1
const LOOK_AGAIN = 0.05

const take = (db: Kysely<Database>, now: Instant): Promise<Waiting | undefined> =>
  claim(db, MAIL, {
    now: sql<Instant>`${now}`,
    pick: db
      .selectFrom('mailOutbox')
      .select('id')
      .where('state', '=', 'queued')
      .where('notBefore', '<=', now)
      .orderBy('notBefore')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .$castTo<string>(),
  })

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

/** The checkpoint that the letter carries, if it does and there is one. */
const checkpointFor = async (db: Kysely<Database>, { letter, facts }: Waiting) =>
  noticeOf(letter)?.carriesCheckpoint && facts.roundId !== undefined
    ? settlementCheckpoint(db, facts.roundId)
    : undefined

interface Sending {
  runtime: Pick<Runtime, 'store' | 'now'>
  secrets: Secrets
  publicUrl: string
  post: Post
}

/** Sends the letter that has waited longest; false when none is due. A letter that cannot be sent now is tried again, later each time. */
export const sendNext = (sending: Sending, stopping?: AbortSignal): Promise<boolean> => {
  const { store, now } = sending.runtime
  return workOnNext(store.db, MAIL, {
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
    return giveBack(db, MAIL, letter, addMinutes(runtime.now(), LOOK_AGAIN))
  const brand = await brandOf(db)
  const unsubscribe = unsubscribePath(secrets, letter)
  const written = writeLetter(letter.letter, letter.facts, {
    ...{ secrets, publicUrl, brand, unsubscribe },
    ...(checkpoint && { checkpoint }),
  })
  const to = await addressesOf(db, letter)
  const end = (outcome: Partial<Waiting>) => answer(db, MAIL, letter, outcome)
  if (!written || to.length === 0) {
    const message = written ? 'There is nobody to send it to' : `There is no letter ${letter.letter}`
    return end({ state: 'failed', message, bounced: false })
  }
  try {
    await post.deliver({ ...written, id: letter.id, to, from: brand.name, at: letter.createdAt })
  } catch (error) {
    const message = messageOf(error)
    const bounced = error instanceof Bounced
    if (bounced || letter.attempt >= MOST_ATTEMPTS) return end({ state: 'failed', message, bounced })
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.min(letter.attempt - 1, 10))
    return end({ notBefore: addMinutes(runtime.now(), delay), message })
  }
  // A crash before this line: the letter is sent twice. Never not at all.
  return end({ state: 'sent', sentAt: runtime.now() })
}

/** Sends what is queued, one letter after the other, until stopped. */
export const startMail = (
  { runtime, config, secrets }: { runtime: Runtime; config: Config; secrets: Secrets },
  log: Logger,
): { stop: () => Promise<void> } => {
  const post = openPost(config)
  const { stop } = pollLoop(
    stopping => sendNext({ runtime, secrets, publicUrl: config.publicUrl, post }, stopping),
    {
      restMs: POLL_MS,
      failed: error => logFailure(log, error, 'The letters that wait could not be looked at'),
    },
  )
  return {
    stop: async () => {
      await stop()
      post.close()
    },
  }
}

/** Puts a letter in the queue once more that was given up, or that waits for its next attempt. */
export const sendAgain = async (db: Kysely<Database>, id: string, now: Instant): Promise<boolean> => {
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
