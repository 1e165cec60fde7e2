import { type Kysely, sql } from 'kysely'
import { runAsActivity } from '../process/doing.ts'
import { failAttempt, MAX_UNANSWERED_ATTEMPTS, type Queue, setItemAside } from '../queue/queue.ts'
import { wrongTypeError } from '../runner/refusals.ts'
import type { Database } from '../store/tables/tables.ts'
import type { InspectionRequest, InspectionReplies } from './inspect-process.ts'
import { inspectorBusyError, runInspection } from './inspector.ts'

/** The queue of inspections: they begin when a file arrives, so no worker polls it. */
const INSPECTIONS = {
  table: 'inspection',
  until: 'leaseUntil',
  leaseSeconds: 60,
} as const satisfies Queue<'inspection'>

const ENDED = 'The process that inspects files crashed, or used up its processor time'
const SET_ASIDE =
  'This file was set aside because checking it failed three times. Save it again in a simpler form, or ask an administrator to allow another try'

/**
 * Inspects a file with this content, counting the attempt before it begins. Returns undefined if the attempt ended
 * without an answer; throws `HttpError` 415 once three have, including those in which the server itself ended, and 503
 * if it should be tried again.
 */
export const inspectFile = async <Q extends InspectionRequest>(
  db: Kysely<Database>,
  sha256: string,
  question: Q,
): Promise<InspectionReplies[Q['ask']] | undefined> => {
  const begun = await begin(db, `${sha256}-${question.ask}`)
  if (!begun) throw wrongTypeError(SET_ASIDE)
  // Concurrent attempts do not count as crashes; only the expired lease of the latest attempt does.
  if (begun.unanswered > MAX_UNANSWERED_ATTEMPTS && begun.wasAbandoned) {
    await setItemAside(db, INSPECTIONS, begun)
    throw wrongTypeError(SET_ASIDE)
  }
  const record = (error: unknown) => failAttempt(db, INSPECTIONS, begun, error)
  const activity = { kind: 'item', name: INSPECTIONS.table, id: begun.id, fail: record } as const
  const reply = await runAsActivity(activity, () => runInspection(question))
  if (reply === undefined || reply === 'killed') await record(new Error(ENDED))
  if (reply === 'killed') throw inspectorBusyError()
  if (reply !== undefined) await db.deleteFrom('inspection').where('id', '=', begun.id).execute()
  return reply
}

/** Counts an attempt; undefined if the file is set aside. */
const begin = async (db: Kysely<Database>, id: string) => {
  const { rows } = await sql<Begun>`
    with former as (select lease_until from inspection where id = ${id})
    insert into inspection as its (id, attempt, unanswered, lease_until, begun_at)
    values (${id}, 1, 1, now() + make_interval(secs => ${INSPECTIONS.leaseSeconds}), now())
    on conflict (id) do update set attempt = its.attempt + 1, unanswered = its.unanswered + 1, lease_until = excluded.lease_until
      where its.set_aside_at is null
    returning id, attempt, unanswered, message,
      coalesce((select lease_until < now() from former), false) as was_abandoned`.execute(db)
  return rows[0]
}

interface Begun {
  id: string
  attempt: number
  unanswered: number
  message: string | null
  wasAbandoned: boolean
}

/**
 * Allows the inspection of a file that was set aside, at its next upload or reading. Returns false if there is no such
 * file.
 */
export const retryInspection = async (db: Kysely<Database>, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('inspection')
    .where('id', '=', id)
    .where('setAsideAt', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
