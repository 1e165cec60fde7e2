import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { canonicalJson } from '@credit-market/values/canonical'
import { type CreditStatus, isBeforeSettlement } from '#domain/credit/credit'
import { verifyLogChain } from '#server/log/log-check'
import { chainPendingEntries } from '#server/log/chaining'
import type { Store } from '#server/store/store'

const WITH_STATUS = [
  'round',
  'participation',
  'agentAuthority',
  'project',
  'service',
  'requirement',
  'credit',
] as const

const EVERY_STATUS = sql<{ kind: string; id: string; status: string }>`${sql.join(
  WITH_STATUS.map(kind => sql`select ${sql.lit(kind)} as kind, id, status from ${sql.table(kind)}`),
  sql` union all `,
)}`

/** A change of status in the audit trail. */
export interface StatusChange {
  kind: string
  id: string
  to: string
}

/**
 * The chained log after an entry, and every status, at one instant when nothing waits to be chained, because a worker
 * may be running.
 */
const momentIn = async (db: Store['db'], seq: number) => {
  for (;;) {
    await chainPendingEntries(db)
    const { waiting, ...moment } = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async now => ({
        waiting: await now.selectFrom('activityWaiting').select('id').limit(1).execute(),
        entries: await now
          .selectFrom('activityChained')
          .selectAll()
          .where('seq', '>', seq)
          .orderBy('seq')
          .execute(),
        rows: (await EVERY_STATUS.execute(now)).rows,
      }))
    if (waiting.length === 0) return moment
  }
}

/**
 * Reads the audit trail as it grows, and recalculates its hashes. Each call reads new entries, expects that they
 * continue the previous ones and that every status is the last one recorded, and returns the new changes of status.
 */
export const followAuditTrail = ({ db }: Store) => {
  let last = { seq: 0, hash: '0'.repeat(64) }
  const present = new Map<string, string>()
  const streams = new Map<string, number>()
  return async (): Promise<StatusChange[]> => {
    const { entries, rows } = await momentIn(db, last.seq)
    const breaks: string[] = []
    for (const {
      hash,
      prevHash,
      id: _id,
      entryId: _entryId,
      rowsBatch: _rowsBatch,
      rowsHash,
      ...rest
    } of entries) {
      // An entry without a rows hash covers no rows.
      const said = { ...rest, ...(rowsHash !== null && { rowsHash }) }
      const { seq, subjectKind, subjectId, fromStatus, toStatus, stream, position } = said
      if (position !== (streams.get(String(stream)) ?? 0) + 1)
        breaks.push(`${seq} is not the next of ${stream}`)
      streams.set(String(stream), Number(position))
      const seal = createHash('sha256').update(prevHash + canonicalJson(said))
      if (seq !== last.seq + 1 || prevHash !== last.hash || hash !== seal.digest('hex'))
        breaks.push(`${seq} does not follow ${last.seq}`)
      last = { seq, hash }
      if (toStatus === null) continue
      const key = `${subjectKind} ${subjectId}`
      if ((present.get(key) ?? null) !== fromStatus)
        breaks.push(`${seq}: ${key} from ${fromStatus}, but it was ${present.get(key)}`)
      present.set(key, toStatus)
    }
    expect(breaks).toEqual([])
    const untold = rows.filter(
      ({ kind, id, status }) =>
        present.get(`${kind} ${id}`) !== status &&
        // Until settlement a credit follows its service and project, whose changes are recorded.
        !(kind === 'credit' && isBeforeSettlement(status as CreditStatus)),
    )
    expect(untold).toEqual([])
    return entries.flatMap(({ subjectKind: kind, subjectId: id, toStatus: to }) =>
      to === null ? [] : [{ kind, id, to }],
    )
  }
}

/**
 * Log entries that contain the name, email address, phone number or address of a person in the market; very short names
 * are ignored as words.
 */
const namedInTheLog = sql<{ id: number; known: string; said: string }>`
  with known (text) as (
    select unnest(array[display_name, email, phone]) from "user"
    union select unnest(array[case when type in ('PARTICIPANT', 'AGENT') then name end, contact, email, phone, mailing_address]) from organisation
    union select unnest(array[certification ->> 'assessedByName', certification ->> 'assessedByOrg',
      certification ->> 'reviewedByName', certification ->> 'reviewedByOrg']) from project
    union select unnest(array[name, organisation]) from verification
    union select unnest(array[name, organisation]) from compliance_check),
  -- Tests give people the names of places and farms, and ids like their names.
  published (name) as (select name from market union select name from lpa union select name from project
    union select name from requirement union select name from project_group union select name from requirement_group),
  sought as materialized (select text as known, lower(text) as text from known
    where length(text) > 4 and not exists (select from published where strpos(lower(name), lower(text)) > 0)),
  entry as materialized (select id, concat_ws(' ', action, title, message, details) as said,
    lower(concat_ws(' ', title, message, details::jsonb - '{proposedBy,decidedBy,approvedBy,reportedBy,askedBy}'::text[])) as text from activity)
  select id, known, said from entry join sought on strpos(entry.text, sought.text) > 0
  order by id limit 5`

/**
 * Market invariant 11: the chain is complete, every change of status is recorded exactly once with its old and new
 * status, and no one is named in it.
 */
export const expectSoundAuditTrail = async (store: Store): Promise<void> => {
  expect((await namedInTheLog.execute(store.db)).rows).toEqual([])
  await chainPendingEntries(store.db)
  expect(await verifyLogChain(store.db)).toMatchObject({ ok: true })
  await followAuditTrail(store)()
}
