import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import type { Rehearsal } from '#contract/form'
import { chainNow } from '#server/store/chaining'
import type { Database } from '#server/store/tables'
import {
  type Answer,
  pathOf,
  type Subject,
  submissionOf,
  type Upload,
  type World,
} from '../builders/world.ts'

/** When people were last seen is noted at every request, whatever it asks. */
const RESTLESS = ['session']

/**
 * Which rows each table has, and of which write each of them is: who writes a row again, even with what it said, leaves another one.
 * Sequences, of which numbers may be lost, are no part of it. Of tasks only which there are: a worker goes on with its own meanwhile.
 */
const contentsOf = async (db: Kysely<Database>): Promise<Record<string, string>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    db,
  )
  const parts = tables
    .filter(({ name }) => !RESTLESS.includes(name))
    .map(({ name }) => {
      // The number of the transaction that wrote a row, counted from the first there can be.
      const which = name === 'task' ? sql`hashtextextended(id, 0)` : sql`age('3'::xid) - age(xmin)`
      return sql`select ${sql.lit(name)} as name, concat(count(*), ' ', sum(${which})) as rows
        from ${sql.table(name)}`
    })
  const { rows } = await sql<{ name: string; rows: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(one => [one.name, one.rows]))
}

/** A status that something came to, as the log tells it. */
type Step = { kind: string; from: string | null; to: string | null }

/** What somebody did, or of an approval what was done by it; a worker that begins with what was asked for goes on by itself. */
const stepsSince = async (db: Kysely<Database>, last: number, who: string): Promise<Step[]> => {
  const steps = await db
    .selectFrom('activity')
    .select(['subjectKind as kind', 'fromStatus as from', 'toStatus as to'])
    .select(sql<string | null>`details::jsonb ->> 'approvedBy'`.as('approvedBy'))
    .where('id', '>', last)
    .where(sql<boolean>`${who} in (actor_id, details::jsonb ->> 'approvedBy')`)
    .where('toStatus', 'is not', null)
    .where('subjectKind', '<>', 'credit')
    .execute()
  const approved = steps.filter(({ approvedBy }) => approvedBy === who)
  return approved.length > 0 ? approved : steps
}

/** How many letters have ever been queued, sent or not. */
const lettersIn = async (db: Kysely<Database>): Promise<number> => {
  const { count } = await db
    .selectFrom('mailOutbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const inOrder = (steps: readonly Step[]): string[] =>
  steps.map(({ kind, from, to }) => `${kind} ${from} ${to}`).toSorted()

/**
 * The law of rehearsals: one leaves the database as it was, and the action itself does what it said, letters and serials of
 * credits with it, and with the same messages where it is refused. Documents that are sent along are uploads as ever, before either.
 */
export const rehearsedThenRun = async (
  { store: { db }, as }: Pick<World, 'store' | 'as'>,
  who: string,
  action: string,
  on: Subject,
  answers: { values: Record<string, unknown>; uploads?: Record<string, Upload> },
): Promise<Answer> => {
  const path = `${pathOf(on)}/action/${action}`
  const ask = (values: object, preview?: true, uploads?: Record<string, Upload>) =>
    as(who).send(path, submissionOf({ values, preview }, uploads))
  const { values, uploads = {} } = answers
  const sent = Object.keys(uploads).length > 0 ? await ask(values, true, uploads) : undefined
  const given = sent?.status === 200 ? { ...values, ...(sent.body as Rehearsal).files } : values

  // What was done before is chained by itself, at some moment.
  await chainNow(db)
  const before = await contentsOf(db)
  const rehearsed = await ask(given, true)
  expect(await contentsOf(db), `${action} is only rehearsed`).toEqual(before)

  const { last } = await db
    .selectFrom('activity')
    .select(sql<number>`max(id)`.as('last'))
    .executeTakeFirstOrThrow()
  const lettersBefore = await lettersIn(db)
  const { seq } = await db
    .selectFrom('creditLedger')
    .select(sql<number>`coalesce(max(seq), 0)`.as('seq'))
    .executeTakeFirstOrThrow()
  const answer = await ask(given)
  if (rehearsed.status !== 200) {
    expect(answer.status, action).toBe(rehearsed.status)
    return answer
  }
  const rehearsal = rehearsed.body as Rehearsal
  if (rehearsal.messages.length > 0) {
    expect(answer, action).toMatchObject({ status: 422, body: rehearsal.messages })
    return answer
  }
  expect([action, answer.status, answer.status === 200 ? '' : answer.body]).toEqual([action, 200, ''])
  expect(await contentsOf(db), `${action} is done`).not.toEqual(before)
  const told = await stepsSince(db, last, who)
  const isOperators = (
    await db.selectFrom('user').select('groups').where('id', '=', who).executeTakeFirst()
  )?.groups.some(group => group === 'admin' || group === 'sysadmin')
  const { statuses: said = [], letters = [], credits = [] } = rehearsal.changes ?? {}
  const lettersSince = (await lettersIn(db)) - lettersBefore
  expect(
    letters.reduce((sum, { count }) => sum + count, 0),
    `${action}: letters`,
  ).toBe(lettersSince)
  const ledger = await db.selectFrom('creditLedger').select('serials').where('seq', '>', seq).execute()
  const serialsSaid = [...new Set(credits.flatMap(({ serials }) => serials))].toSorted()
  const serialsSince = [...new Set(ledger.flatMap(({ serials }) => serials))].toSorted()
  if (isOperators) expect(serialsSaid, `${action}: serials`).toEqual(serialsSince)
  else expect(serialsSince, `${action}: serials`).toEqual(expect.arrayContaining(serialsSaid))
  // Others are told only of what they may see.
  if (isOperators) expect(inOrder(said), action).toEqual(inOrder(told))
  else expect(inOrder(told), action).toEqual(expect.arrayContaining(inOrder(said)))
  return answer
}
