import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secretsOf } from '#server/auth/secrets'
import { signIfDue } from '#server/log/checkpoints'
import { append, appendIfChanged } from '#server/store/activity'
import { chainNow } from '#server/store/chaining'
import type { Database } from '#server/store/tables'
import { verifyAsItComes } from '#server/verify/as-it-comes'
import { lineOf } from '#server/verify/check'
import { certificates } from '#server/verify/certificates'
import { logAgainst } from '#server/verify/log'
import { rows } from '#server/verify/rows'
import { trail } from '#server/verify/trail'
import { verify } from '#server/verify/verify'
import { setMarketClock } from '../builders/market-clock.ts'
import { world, type World } from '../builders/world.ts'
import { cutOff, entry, FIRST, hidden, now, run, tamperings, WAYS_IN } from './tamperings.ts'

type Db = Kysely<Database>

let market: World
/** Entries of the log when its last head was signed. */
let signed = 0

const signs = async (at: string) => {
  const { db } = market.store
  await setMarketClock(db, at)
  return signIfDue(db, { secrets: secretsOf(Buffer.alloc(32, 7)), publicUrl: 'https://market.example' })
}

beforeAll(async () => {
  market = await world({ works: false })
  const { db } = market.store
  await market.as('operator').does(
    'Comment',
    { kind: 'project', id: 'P301' },
    {
      comment: {
        json: JSON.stringify({
          root: {
            type: 'root',
            children: [{ type: 'paragraph', children: [{ type: 'text', text: 'A gate' }] }],
          },
        }),
      },
    },
  )
  await market.store.transaction(async tx => {
    await sql`insert into second_factor (user_id, secret, confirmed_at) values ('operator', 'sealed', ${now})`.execute(
      tx.db,
    )
    await sql`insert into recovery_code (user_id, code_hash) values ('operator', repeat('a', 64))`.execute(
      tx.db,
    )
    await sql`insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, created_at)
      values ('key', 'operator', 'c', 'k', 0, '{}', 'Phone', ${now})`.execute(tx.db)
    await sql`insert into provider_identity values ('https://id.example', 'one', 'operator', false, ${now})`.execute(
      tx.db,
    )
    await sql`insert into personal_calendar values ('operator', 'hash', ${now})`.execute(tx.db)
    await sql`insert into api_key (id, user_id, name, begins, key_hash, scopes, made_at, expires_at)
      values ('api', 'operator', 'Reader', 'm_1', repeat('b', 64), '{read}', ${now}, ${now}::timestamptz + interval '9 days')`.execute(
      tx.db,
    )
    await sql`insert into webhook (id, organisation_id, url, types, secret, made_at)
      values ('hook', 'OP01', 'https://programs.example/in', '{}', 'sealed', ${now})`.execute(tx.db)
    await appendIfChanged(tx.db, {
      at: now,
      action: 'SetUp',
      title: 'Set up',
      message: 'Set up',
      details: {},
    })
  })
  await chainNow(db)
  await signs(now)
  await chainNow(db)
  await market.store.transaction(tx => append(tx.db, [entry('Later')]))
  await chainNow(db)
  signed = await signs('2026-11-21T11:00:00.000Z')
  await chainNow(db)
  for (const action of ['First', 'Second'])
    await market.store.transaction(tx => append(tx.db, [entry(action)]))
  await chainNow(db)
})
afterAll(() => market.close())

/** How a row that differs is named. */
const ROW = /is (not as|gone, and was there by) entry \d+ of the log/

class Undone extends Error {}

const PARTS = [logAgainst([]), rows, trail, certificates]

/** The differences that a verification finds once this was done, which is undone afterwards. */
const foundAfter = async (done: (trx: Db) => Promise<unknown>, parts = PARTS): Promise<string[]> => {
  let found: string[] = []
  await market.store.db
    .transaction()
    .execute(async trx => {
      await done(trx)
      const { differences } = await verify({ db: trx, now }, parts)
      found = differences.map(lineOf)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return found
}

it('a market in which nothing was changed is as it should be', async () => {
  expect(await foundAfter(async () => {})).toEqual([])
})

describe('each of 23 tamperings by the owner of the database is named', () => {
  it.each(tamperings(() => signed))('%s', async (_, done, named) => {
    expect((await foundAfter(done)).join('\n')).toMatch(named)
  })

  it('of a row past all triggers by its name and nothing else', async () => {
    const found = await foundAfter(
      hidden(
        'project',
        `update project set offer = offer - 1 where id = ${FIRST('project', 'offer is not null')}`,
      ),
    )
    expect(found).toEqual([expect.stringMatching(ROW)])
  })
})

describe('everything by which somebody is let in is committed to', () => {
  it.each(WAYS_IN)('%s', async (_, table, statement, key) => {
    expect((await foundAfter(hidden(table, statement), [rows])).join('\n')).toMatch(`rows: ${table} ${key}`)
  })

  it('and what changes without anybody’s decision is not: no use of a code, a passkey, a key or a webhook is a difference', async () => {
    const found = await foundAfter(trx =>
      run(
        trx,
        'update second_factor set last_step = last_step + 1',
        'update passkey set counter = counter + 1, last_used_at = now()',
        'update api_key set last_used_at = now(), told_at = now()',
        `update webhook set busy_until = now(), failing_since = now(), paused_at = now(), paused_why = 'failing'`,
        `insert into second_factor (user_id, secret) values ('alba.bu01', 'not confirmed')`,
        `update second_factor set secret = 'another' where user_id = 'alba.bu01'`,
        `delete from second_factor where user_id = 'alba.bu01'`,
      ),
    )
    expect(found).toEqual([])
  })
})

it('a log that is shorter than it was when it was verified as it came is named, whatever its heads say', async () => {
  const { db } = market.store
  await verifyAsItComes(db, { now, signal: new AbortController().signal })
  const found = await foundAfter(cutOff(() => signed + 1))
  expect(found.join('\n')).toMatch(/^log: Entries \d+ to \d+ are missing/m)
  await sql`delete from meta where key = 'verified-up-to'`.execute(db)
})
