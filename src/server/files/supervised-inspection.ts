import { type Kysely, sql } from 'kysely'
import { whileDoing } from '../doing.ts'
import { fail, MOST_UNANSWERED, type Queue, setAside } from '../queue/queue.ts'
import { wrongType } from '../runner/refusals.ts'
import type { Database } from '../store/tables.ts'
import type { Question, Replies } from './inspect-process.ts'
import { busyInspection, lookInto } from './inspector.ts'

/** The queue of inspections: they begin when a file is there, so nobody polls it. */
const INSPECTIONS = {
  table: 'inspection',
  until: 'leaseUntil',
  leaseSeconds: 60,
} as const satisfies Queue<'inspection'>

const ENDED = 'The process that inspects files crashed, or used up its processor time'
const SET_ASIDE =
  'This file was set aside because inspecting it failed three times. Save it again in a simpler form, or ask an administrator to let it be tried again'

/**
 * Inspects a file with this content, counting the attempt before it begins. Undefined where the attempt ended without an answer;
 * throws `HttpError` 415 once three have, also where the server itself ended each time, and 503 where it is to be tried again.
 */
export const inspectFile = async <Q extends Question>(
  db: Kysely<Database>,
  sha256: string,
  question: Q,
): Promise<Replies[Q['ask']] | undefined> => {
  const begun = await begin(db, `${sha256}-${question.ask}`)
  if (!begun) throw wrongType(SET_ASIDE)
  // Attempts at the same time are no crashes: what counts is that the lease of the last one ran out.
  if (begun.unanswered > MOST_UNANSWERED && begun.wasAbandoned) {
    await setAside(db, INSPECTIONS, begun)
    throw wrongType(SET_ASIDE)
  }
  const record = (error: unknown) => fail(db, INSPECTIONS, begun, error)
  const activity = { kind: 'item', name: INSPECTIONS.table, id: begun.id, fail: record } as const
  const reply = await whileDoing(activity, () => lookInto(question))
  if (reply === undefined || reply === 'killed') await record(new Error(ENDED))
  if (reply === 'killed') throw busyInspection()
  if (reply !== undefined) await db.deleteFrom('inspection').where('id', '=', begun.id).execute()
  return reply
}

/** Counts an attempt; undefined where the file is set aside. */
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

/** Lets a file be inspected again that was set aside: its next upload or reading does. False where there is no such file. */
export const allowInspection = async (db: Kysely<Database>, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('inspection')
    .where('id', '=', id)
    .where('setAsideAt', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
