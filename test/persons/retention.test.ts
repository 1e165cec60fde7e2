import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMinutes } from '#domain/dates'
import { KEPT } from '#domain/retention'
import { openRuntime } from '#server/open-runtime'
import { forgetExpired } from '#server/tasks/forget-expired'
import type { Working } from '#server/tasks/schedule'
import { freshStore } from '../store/open.ts'
import { allSamples, given } from '../store/samples.ts'

const NOW = '2026-11-22T12:00:00.000Z'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
  await store.transaction(tx => tx.apply(allSamples(), given()))
})
afterAll(() => store.close())

/** Puts one of each there, so old at NOW, and known by the name. */
const put = async (name: string, minutes: (kind: keyof typeof ROWS) => number) => {
  for (const [kind, row] of Object.entries(ROWS) as [keyof typeof ROWS, (typeof ROWS)[keyof typeof ROWS]][])
    await row(name, addMinutes(NOW, -minutes(kind))).execute(store.db)
}

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
  letter: (
    name: string,
    at: string,
  ) => sql`insert into mail_outbox (id, letter, to_address, facts, state, not_before, created_at)
    values (${name}, 'x', 'x', '{}', 'sent', ${at}, ${at})`,
  idempotency: (name: string, at: string) =>
    sql`insert into idempotency values ('ada', ${name}, repeat('0', 64), 200, '', ${at})`,
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
  letter: ['mail_outbox', 'id'],
  idempotency: ['idempotency', 'key'],
  task: ['task', 'id'],
}

it('what is kept for some days is removed when they are over, and not before', async () => {
  const life = (kind: keyof typeof ROWS) => KEPT[kind].days * 24 * 60
  await put('over', kind => life(kind) + 1)
  await put('still', kind => life(kind) - 1)
  const mailbox = mkdtempSync(join(tmpdir(), 'credit-market-letters-'))
  const fileAt = (minutes: number) => `${addMinutes(NOW, -minutes).replace(/[^0-9]/g, '')}-a.json`
  for (const minutes of [life('letter') + 1, life('letter') - 1])
    writeFileSync(join(mailbox, fileAt(minutes)), '{}')
  await sql`insert into mail_outbox (id, letter, organisation_id, facts, state, not_before, created_at) values
    ('reminder', 'x', 'avon-farm', '{"a":"b"}', 'sent', ${NOW}, '2020-01-01'),
    ('waits', 'x', 'avon-farm', '{"a":"b"}', 'queued', ${NOW}, '2020-01-01')`.execute(store.db)

  const runtime = openRuntime(store.db, { now: () => NOW })
  await forgetExpired.run({ runtime, mailbox } as Working)

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
})

it('everything kept for some days has a way in which it goes', () => {
  const fleeting = Object.entries(KEPT).flatMap(([kind, { days }]) => (days === null ? [] : [kind]))
  expect(fleeting.toSorted()).toEqual([...Object.keys(ROWS), 'upload'].toSorted())
})
