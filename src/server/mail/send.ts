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
import type { Database, MailOutboxTable } from '../store/tables.ts'
import { pollLoop } from '../loop.ts'
import { logFailure } from '../log-failure.ts'
import { writeLetter } from './letters.ts'
import { Bounced, openPost, type Post } from './post.ts'
import { unsubscribePath } from './unsubscribe.ts'

type Waiting = Selectable<MailOutboxTable>

/** Whoever takes a letter has so long to send it; after that, it was a crash, and it is sent again. */
const LEASE_MINUTES = 2
/** In minutes. */
const FIRST_DELAY = 0.5
const LONGEST_DELAY = 60
const MOST_ATTEMPTS = 48
const POLL_MS = 1000
/** A letter waits so many minutes at most for the checkpoint that it carries, and looks so often. */
const LONGEST_WAIT = 1
const LOOK_AGAIN = 0.05

const take = (db: Kysely<Database>, now: Instant): Promise<Waiting | undefined> =>
  db
    .updateTable('mailOutbox')
    .set({ attempt: sql<number>`attempt + 1`, notBefore: addMinutes(now, LEASE_MINUTES) })
    .where('id', '=', eb =>
      eb
        .selectFrom('mailOutbox')
        .select('id')
        .where('state', '=', 'queued')
        .where('notBefore', '<=', now)
        .orderBy('notBefore')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()

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

const end = async (
  db: Kysely<Database>,
  { id }: Waiting,
  outcome: { state: 'sent'; sentAt: Instant } | { state: 'failed'; message: string; bounced: boolean },
): Promise<void> => {
  await db.updateTable('mailOutbox').set(outcome).where('id', '=', id).execute()
}

/** The checkpoint that the letter carries, if it does and there is one. */
const checkpointFor = async (db: Kysely<Database>, { letter, facts }: Waiting) =>
  noticeOf(letter)?.carriesCheckpoint && facts.roundId !== undefined
    ? settlementCheckpoint(db, facts.roundId)
    : undefined

/** The letter waits on, which is no attempt to send it. */
const putBack = async (db: Kysely<Database>, { id, attempt }: Waiting, notBefore: Instant): Promise<void> => {
  await db
    .updateTable('mailOutbox')
    .set({ notBefore, attempt: attempt - 1 })
    .where('id', '=', id)
    .execute()
}

interface Sending {
  runtime: Pick<Runtime, 'store' | 'now'>
  secrets: Secrets
  publicUrl: string
  post: Post
}

/** Sends the letter that has waited longest; false when none is due. A letter that cannot be sent now is tried again, later each time. */
export const sendNext = async ({ runtime, secrets, publicUrl, post }: Sending): Promise<boolean> => {
  const { db } = runtime.store
  const letter = await take(db, runtime.now())
  if (!letter) return false
  const checkpoint = await checkpointFor(db, letter)
  if (checkpoint && !checkpoint.covers && runtime.now() < addMinutes(letter.createdAt, LONGEST_WAIT)) {
    const notBefore = addMinutes(runtime.now(), LOOK_AGAIN)
    await putBack(db, letter, notBefore)
    return true
  }
  const brand = await brandOf(db)
  const unsubscribe = unsubscribePath(secrets, letter)
  const written = writeLetter(letter.letter, letter.facts, {
    ...{ secrets, publicUrl, brand, unsubscribe },
    ...(checkpoint && { checkpoint }),
  })
  const to = await addressesOf(db, letter)
  if (!written || to.length === 0) {
    const message = written ? 'There is nobody to send it to' : `There is no letter ${letter.letter}`
    await end(db, letter, { state: 'failed', message, bounced: false })
    return true
  }
  try {
    await post.deliver({ ...written, id: letter.id, to, from: brand.name, at: letter.createdAt })
  } catch (error) {
    const message = messageOf(error)
    const bounced = error instanceof Bounced
    if (bounced || letter.attempt >= MOST_ATTEMPTS)
      await end(db, letter, { state: 'failed', message, bounced })
    else {
      const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.min(letter.attempt - 1, 10))
      const notBefore = addMinutes(runtime.now(), delay)
      await db.updateTable('mailOutbox').set({ notBefore, message }).where('id', '=', letter.id).execute()
    }
    return true
  }
  // A crash before this line: the letter is sent twice. Never not at all.
  await end(db, letter, { state: 'sent', sentAt: runtime.now() })
  return true
}

/** Sends what is queued, one letter after the other, until stopped. */
export const startMail = (
  { runtime, config, secrets }: { runtime: Runtime; config: Config; secrets: Secrets },
  log: Logger,
): { stop: () => Promise<void> } => {
  const post = openPost(config)
  const { stop } = pollLoop(() => sendNext({ runtime, secrets, publicUrl: config.publicUrl, post }), {
    restMs: POLL_MS,
    failed: error => logFailure(log, error, 'The letters that wait could not be looked at'),
  })
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
    .set({ state: 'queued', notBefore: now, attempt: 0, bounced: false })
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
