import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveSecrets } from '#server/auth/secrets'
import { signCheckpointIfDue } from '#server/log/checkpoints'
import { appendLogEntries, appendEntryIfChanged } from '#server/store/activity'
import { chainPendingEntries } from '#server/log/chaining'
import type { Database } from '#server/store/tables/tables'
import { verifyNewEntries } from '#server/verify/as-it-comes'
import { formatDifference } from '#server/verify/check'
import { verifyCertificates } from '#server/verify/certificates'
import { logCheck, registryCheck } from '#server/verify/checks'
import { currentRowsCheck } from '#server/verify/rows'
import { statusHistoryCheck } from '#server/verify/trail'
import { runChecks } from '#server/verify/verify'
import { setMarketClock } from '../builders/market-clock.ts'
import { world, type World } from '../builders/world.ts'
import {
  truncateLog,
  createInstallationEntry,
  readFirstId,
  changeRowWithoutTriggers,
  createNow,
  runStatements,
  TAMPERINGS,
  ACCESS_CHANGES,
} from './tamperings.ts'
import { TAMPERINGS_OF_CASES } from './tamperings-of-cases.ts'

type Db = Kysely<Database>

let market: World
/** The number of log entries covered by the last checkpoint. */
let signed = 0

const signs = async (at: string) => {
  const { db } = market.store
  await setMarketClock(db, at)
  return signCheckpointIfDue(db, {
    secrets: deriveSecrets(Buffer.alloc(32, 7)),
    publicUrl: 'https://market.example',
  })
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
    await sql`insert into second_factor (user_id, secret, confirmed_at) values ('operator', 'sealed', ${createNow})`.execute(
      tx.db,
    )
    await sql`insert into recovery_code (user_id, code_hash) values ('operator', repeat('a', 64))`.execute(
      tx.db,
    )
    await sql`insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, created_at)
      values ('key', 'operator', 'c', 'k', 0, '{}', 'Phone', ${createNow})`.execute(tx.db)
    await sql`insert into provider_identity values ('https://id.example', 'one', 'operator', false, ${createNow})`.execute(
      tx.db,
    )
    await sql`insert into personal_calendar values ('operator', 'hash', ${createNow})`.execute(tx.db)
    await sql`insert into api_key (id, user_id, name, begins, key_hash, scopes, made_at, expires_at)
      values ('api', 'operator', 'Reader', 'm_1', repeat('b', 64), '{read}', ${createNow}, ${createNow}::timestamptz + interval '9 days')`.execute(
      tx.db,
    )
    await sql`insert into webhook (id, organisation_id, url, types, secret, made_at)
      values ('hook', 'OP01', 'https://programs.example/in', '{}', 'sealed', ${createNow})`.execute(tx.db)
    await appendEntryIfChanged(tx.db, {
      at: createNow,
      action: 'SetUp',
      title: 'Set up',
      message: 'Set up',
      details: {},
    })
  })
  await chainPendingEntries(db)
  await signs(createNow)
  await chainPendingEntries(db)
  await market.store.transaction(tx => appendLogEntries(tx.db, [createInstallationEntry('Later')]))
  await chainPendingEntries(db)
  signed = await signs('2026-11-21T11:00:00.000Z')
  await chainPendingEntries(db)
  for (const action of ['First', 'Second'])
    await market.store.transaction(tx => appendLogEntries(tx.db, [createInstallationEntry(action)]))
  await chainPendingEntries(db)
})
afterAll(() => market.close())

/** The description of a row that differs. */
const ROW = /(does not match|is missing, but exists according to) entry \d+ of the log/

class Undone extends Error {}

const PARTS = [logCheck([]), currentRowsCheck, statusHistoryCheck, registryCheck, verifyCertificates]

/** The differences that a verification finds after this change, which is undone afterwards. */
const foundAfter = async (done: (trx: Db) => Promise<unknown>, parts = PARTS): Promise<string[]> => {
  let found: string[] = []
  await market.store.db
    .transaction()
    .execute(async trx => {
      await done(trx)
      const { differences } = await runChecks({ db: trx, now: createNow }, parts)
      found = differences.map(formatDifference)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return found
}

it('an unchanged market has no differences', async () => {
  expect(await foundAfter(async () => {})).toEqual([])
})

describe('each tampering by the owner of the database is named', () => {
  it.each([...TAMPERINGS(() => signed), ...TAMPERINGS_OF_CASES])('%s', async (_, done, named) => {
    expect((await foundAfter(done)).join('\n')).toMatch(named)
  })

  it('including a row that bypasses all triggers, without false reports', async () => {
    const found = await foundAfter(
      changeRowWithoutTriggers(
        'project',
        `update project set offer = offer - 1 where id = ${readFirstId('project', 'offer is not null')}`,
      ),
    )
    expect(found).toEqual([expect.stringMatching(ROW)])
  })
})

describe('everything that grants access is committed to', () => {
  it.each(ACCESS_CHANGES)('%s', async (_, table, statement, key) => {
    expect(
      (await foundAfter(changeRowWithoutTriggers(table, statement), [currentRowsCheck])).join('\n'),
    ).toMatch(`rows: ${table} ${key}`)
  })

  it('but not automatic changes: using a code, a passkey, a key or a webhook makes no difference', async () => {
    const found = await foundAfter(trx =>
      runStatements(
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

it('a log shorter than when it was last verified is named, whatever its checkpoints say', async () => {
  const { db } = market.store
  await verifyNewEntries(db, { now: createNow, signal: new AbortController().signal })
  const found = await foundAfter(truncateLog(() => signed + 1))
  expect(found.join('\n')).toMatch(/^log: Entries \d+ to \d+ are missing/m)
  await sql`delete from meta where key = 'verified-up-to'`.execute(db)
})
