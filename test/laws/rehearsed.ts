import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import type { ActionPreview } from '#contract/kit/form'
import { chainPendingEntries } from '#server/log/chaining'
import type { Database } from '#server/store/tables/tables'
import {
  type Answer,
  pathOf,
  type Subject,
  submissionOf,
  type Upload,
  type World,
} from '../builders/world.ts'

/** Every request records when people were last seen. */
const RESTLESS = ['session']

/**
 * The rows of each table with the write that produced them: rewriting a row, even with the same content, gives another
 * result. Sequences, whose numbers may be lost, are excluded. For tasks only their ids, because a worker continues
 * meanwhile.
 */
export const contentsOf = async (
  db: Kysely<Database>,
  except: readonly string[] = [],
): Promise<Record<string, string>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    db,
  )
  const parts = tables
    .filter(({ name }) => ![...RESTLESS, ...except].includes(name))
    .map(({ name }) => {
      // The number of the transaction that wrote a row, counted from the first possible one.
      const which = name === 'task' ? sql`hashtextextended(id, 0)` : sql`age('3'::xid) - age(xmin)`
      return sql`select ${sql.lit(name)} as name, concat(count(*), ' ', sum(${which})) as rows
        from ${sql.table(name)}`
    })
  const { rows } = await sql<{ name: string; rows: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(one => [one.name, one.rows]))
}

/** A change of status, as the log records it. */
type Step = { kind: string; from: string | null; to: string | null }

/** The effects of a person’s action or of an approved one; a worker that starts the requested task is separate. */
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

/** The number of emails ever queued, sent or not. */
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
 * The law of previews: a preview leaves the database unchanged, and the action itself does what the preview said,
 * including emails and credit serials, or is refused with the same messages. Files sent along are uploaded in either
 * case.
 */
export const expectPreviewMatchesAction = async (
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
  const given = sent?.status === 200 ? { ...values, ...(sent.body as ActionPreview).files } : values

  // Earlier entries are chained automatically at some point.
  await chainPendingEntries(db)
  const before = await contentsOf(db)
  const rehearsed = await ask(given, true)
  expect(await contentsOf(db), `${action} is only previewed`).toEqual(before)

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
  const rehearsal = rehearsed.body as ActionPreview
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
  // Others see only what they may.
  if (isOperators) expect(inOrder(said), action).toEqual(inOrder(told))
  else expect(inOrder(told), action).toEqual(expect.arrayContaining(inOrder(said)))
  return answer
}
