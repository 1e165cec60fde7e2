import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMinutes } from '@credit-market/values/dates'
import { EXPIRING_DATA_KINDS, RETENTION_RULES } from '#domain/disclosure/retention'
import { removedRowsCounter } from '#server/metrics/counted'
import { openActionRuntime } from '#server/open-runtime'
import { deleteBatchSql, deleteEndedRows } from '#server/store/end-rows'
import { ROW_EXPIRIES, TABLE_RETENTION } from '#server/store/lives'
import { readLastRetention } from '#server/store/retention-note'
import { deleteOldMailboxEmails } from '#server/jobs/empty-mailbox'
import { readRetentionView } from '#server/system/retention'
import { deleteExpiredRows } from '#server/jobs/forget-expired'
import type { JobContext } from '#server/tasks/schedule'
import { freshStore } from '../store/open.ts'
import { allSamples, createEffectContext } from '../store/samples.ts'

const NOW = '2026-11-22T12:00:00.000Z'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
  await store.transaction(tx => tx.apply(allSamples(), createEffectContext()))
})
afterAll(() => store.close())

/** Inserts one of each kind, with this age at NOW, and this name. */
const put = async (name: string, minutes: (kind: keyof typeof ROWS) => number) => {
  for (const [kind, row] of Object.entries(ROWS) as [keyof typeof ROWS, (typeof ROWS)[keyof typeof ROWS]][])
    await row(name, addMinutes(NOW, -minutes(kind))).execute(store.db)
}

const savedEstimate = ({ id, area }: { id: string; area: string }, at: string, confirmed: string | null) =>
  sql`insert into saved_estimate (id, desk, email, area, subcatchment_ids, hectares, needs, answers, created_at, confirmed_at)
    values (${id}, 'land', 'x', ${area}, '{}', 1, '[]', '{}', ${at}, ${confirmed})`

const ROWS = {
  session: (
    name: string,
    at: string,
  ) => sql`insert into session (id_hash, user_id, stage, created_at, last_seen_at, expires_at)
    values (${name}, 'ada', 'full', ${at}, ${at}, ${at})`,
  signInAttempt: (name: string, at: string) =>
    sql`insert into sign_in_attempt (username, succeeded, at) values (${name}, false, ${at})`,
  knownDevice: (name: string, at: string) => sql`insert into known_device values (${name}, 'ada', ${at})`,
  passkeyChallenge: (name: string, at: string) =>
    sql`insert into passkey_challenge (challenge, purpose, expires_at) values (${name}, 'sign-in', ${at})`,
  providerSignIn: (name: string, at: string) =>
    sql`insert into provider_sign_in (state, provider, nonce, verifier, browser_hash, target, expires_at)
      values (${name}, 'x', 'x', 'x', repeat('0', 64), '/', ${at})`,
  mailedCode: (
    name: string,
    at: string,
  ) => sql`insert into mailed_code (id, purpose, username, created_at, expires_at)
    values (${name}, 'reset', 'ada', ${at}, ${at})`,
  signUp: (name: string, at: string) => sql`insert into sign_up values (${name}, '{}', 'x', ${at})`,
  invitation: (name: string, at: string) =>
    sql`insert into invitation (id, organisation_id, email, invited_by, invited_at) values (${name}, 'avon-farm', 'x', 'ada', ${at})`,
  unconfirmedEstimate: (name: string, at: string) =>
    savedEstimate({ id: `unconfirmed ${name}`, area: name }, at, null),
  savedEstimate: (name: string, at: string) => savedEstimate({ id: name, area: 'x' }, at, at),
  inboxItem: (
    name: string,
    at: string,
  ) => sql`insert into inbox_item (id, user_id, kind, subject_kind, subject_id, facts, created_at)
    values (${name}, 'ada', 'x', 'market', 'x', '{}', ${at})`,
  letter: (
    name: string,
    at: string,
  ) => sql`insert into mail_outbox (id, letter, to_address, facts, state, not_before, created_at)
    values (${name}, 'x', 'x', '{}', 'sent', ${at}, ${at})`,
  idempotency: (name: string, at: string) =>
    sql`insert into idempotency values ('ada', ${name}, repeat('0', 64), 200, '', ${at})`,
  formDraft: (
    name: string,
    at: string,
  ) => sql`insert into form_draft (user_id, kind, subject_id, action, subject_version, writer, answers, at)
    values ('ada', 'project', ${name}, 'SetOffer', 1, 'x', '{"values":{},"files":{}}', ${at})`,
  delivery: (name: string, at: string) => sql`
    with hook as (insert into webhook (id, organisation_id, url, types, secret, made_at)
      values (${name}, 'avon-farm', 'https://x.example', '{}', 'x', ${at}))
    insert into webhook_delivery (id, webhook_id, type, payload, state, not_before, made_at)
      values (${name}, ${name}, 'x', '{}', 'failed', ${at}, ${at})`,
  task: (
    name: string,
    at: string,
  ) => sql`insert into task (id, kind, round_id, payload, state, created_at, finished_at)
    values (${name}, 'match', 'round-1', '{}', 'done', ${at}, ${at})`,
}

const TABLES: Record<keyof typeof ROWS, [table: string, name: string]> = {
  session: ['session', 'id_hash'],
  signInAttempt: ['sign_in_attempt', 'username'],
  knownDevice: ['known_device', 'id'],
  passkeyChallenge: ['passkey_challenge', 'challenge'],
  providerSignIn: ['provider_sign_in', 'state'],
  mailedCode: ['mailed_code', 'id'],
  signUp: ['sign_up', 'email'],
  invitation: ['invitation', 'id'],
  unconfirmedEstimate: ['saved_estimate', 'area'],
  savedEstimate: ['saved_estimate', 'id'],
  inboxItem: ['inbox_item', 'id'],
  letter: ['mail_outbox', 'id'],
  idempotency: ['idempotency', 'key'],
  formDraft: ['form_draft', 'subject_id'],
  delivery: ['webhook_delivery', 'id'],
  task: ['task', 'id'],
}

it('rows with a retention period are removed after it, and not before', async () => {
  const life = (kind: keyof typeof ROWS) => RETENTION_RULES[kind].days * 24 * 60
  await put('over', kind => life(kind) + 1)
  await put('still', kind => life(kind) - 1)
  const mailbox = mkdtempSync(join(tmpdir(), 'credit-market-letters-'))
  const fileAt = (minutes: number) => `${addMinutes(NOW, -minutes).replace(/[^0-9]/g, '')}-a.json`
  for (const minutes of [life('letter') + 1, life('letter') - 1])
    writeFileSync(join(mailbox, fileAt(minutes)), '{}')
  await sql`insert into mail_outbox (id, letter, organisation_id, facts, state, not_before, created_at) values
    ('reminder', 'x', 'avon-farm', '{"a":"b"}', 'sent', ${NOW}, ${addMinutes(NOW, -life('letter') - 1)}),
    ('waits', 'x', 'avon-farm', '{"a":"b"}', 'queued', ${NOW}, '2020-01-01')`.execute(store.db)

  const working = { runtime: openActionRuntime(store.db, { now: () => NOW }), mailbox } as JobContext
  const before = await removedNow()
  const done = await deleteExpiredRows.run(working)
  await deleteOldMailboxEmails.run(working)

  for (const [kind, [table, name]] of Object.entries(TABLES)) {
    const { rows } = await sql<{ name: string }>`select ${sql.id(name)} as name from ${sql.id(table)}
      where ${sql.id(name)} in ('over', 'still')`.execute(store.db)
    expect([kind, rows.map(row => row.name)]).toEqual([kind, ['still']])
  }
  expect(readdirSync(mailbox)).toEqual([fileAt(life('letter') - 1)])
  const { rows } = await sql<{ id: string; facts: object }>`
    select id, facts from mail_outbox where organisation_id is not null order by id`.execute(store.db)
  expect(rows).toEqual([
    { id: 'reminder', facts: {} },
    { id: 'waits', facts: { a: 'b' } },
  ])

  expect(done).toMatchObject({ letter: 2, idempotency: 1, task: 1 })
  const after = await removedNow()
  expect(EXPIRING_DATA_KINDS.map(kind => (after[kind] ?? 0) - (before[kind] ?? 0))).toEqual(
    EXPIRING_DATA_KINDS.map(kind => done?.[kind] ?? 0),
  )
  expect(await readLastRetention(store.db)).toEqual({ at: NOW, removed: done })

  // A year later this email is no longer needed for any reminder.
  const later = openActionRuntime(store.db, { now: () => addMinutes(NOW, 365 * 24 * 60) })
  await deleteExpiredRows.run({ runtime: later } as JobContext)
  const { rows: left } = await sql<{ id: string }>`select id from mail_outbox`.execute(store.db)
  expect(left).toEqual([{ id: 'waits' }])
})

it('the system page shows retention periods, and whether anything overdue is left', async () => {
  await sql`insert into sign_in_attempt (username, succeeded, at) values ('x', false, '2020-01-01')`.execute(
    store.db,
  )
  const before = await readRetentionView(store.db, NOW)
  const attempts = ({ ending }: typeof before) => ending.find(({ id }) => id === 'signInAttempt')
  expect(attempts(before)).toMatchObject({ life: '90 days after the attempt', overdue: true })
  expect(before.ending.map(({ id }) => id)).toEqual(EXPIRING_DATA_KINDS)
  expect(before.staying).toHaveLength(Object.keys(TABLE_RETENTION).length)
  expect(before.staying.map(({ why }) => why)).not.toContain('Unknown in this version')
  await deleteExpiredRows.run({ runtime: openActionRuntime(store.db, { now: () => NOW }) } as JobContext)
  const after = await readRetentionView(store.db, NOW)
  expect(attempts(after)).toMatchObject({ overdue: false, removed: 1 })
  expect(after.at).toBe(NOW)
})

const removedNow = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await removedRowsCounter.get()).values.map(({ labels, value }) => [labels.kind, value]))

it('every retention period has a job that applies it, and no job is without one', () => {
  expect([...new Set(ROW_EXPIRIES.map(({ kind }) => kind))].toSorted()).toEqual(
    EXPIRING_DATA_KINDS.toSorted(),
  )
  expect([...Object.keys(ROWS), 'letterSent', 'upload'].toSorted()).toEqual(EXPIRING_DATA_KINDS.toSorted())
})

it('every table has a retention, with a reason for permanent rows', async () => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(
    store.db,
  )
  const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  expect(Object.keys(TABLE_RETENTION).map(snake).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

it('expired rows are found along an index, however many stay', async () => {
  for (const ending of ROW_EXPIRIES) {
    const plan = await store.db.transaction().execute(async trx => {
      await sql`set local enable_seqscan = off`.execute(trx)
      await sql`set local enable_bitmapscan = off`.execute(trx)
      const explained = await sql<Record<string, string>>`explain ${deleteBatchSql(ending, NOW)}`.execute(trx)
      return explained.rows.flatMap(row => Object.values(row)).join('\n')
    })
    expect([ending.table, plan.match(/Seq Scan|Sort/g)]).toEqual([ending.table, null])
    expect(plan).toMatch(/Index Scan using [^\n]*\n\s*Index Cond/)
  }
})

const idempotency = ROW_EXPIRIES.find(({ kind }) => kind === 'idempotency')!

it('expired rows are removed in bounded batches, without waiting for locks', async () => {
  const before = '2020-06-01T00:00:00.000Z'
  const count = async () =>
    (
      await sql<{ n: number }>`select count(*) as n from idempotency where created_at < ${before}`.execute(
        store.db,
      )
    ).rows[0]?.n
  await sql`insert into idempotency select 'ada', 'old-' || n, repeat('0', 64), 200, '', '2020-01-01'
    from generate_series(1, 2500) as n`.execute(store.db)
  const { rows } = await deleteBatchSql(idempotency, before).execute(store.db)
  expect([rows[0]?.count, await count()]).toEqual([1000, 1500])
  await store.db.transaction().execute(async trx => {
    await sql`select from idempotency where key = 'old-2500' for update`.execute(trx)
    expect(await deleteEndedRows(store.db, idempotency, before)).toBe(1499)
  })
  expect(await deleteEndedRows(store.db, idempotency, before)).toBe(1)
  expect(await count()).toBe(0)
})

it('a server told to stop stops after the current batch', async () => {
  expect(await deleteEndedRows(store.db, idempotency, NOW, AbortSignal.abort())).toBe(0)
})
