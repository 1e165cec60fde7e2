import { generateKeyPairSync } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import { registerWitness, removeWitness } from '#server/log/witnesses'
import { chainPendingEntries } from '#server/log/chaining'
import { COMMITTED_TABLES } from '#server/store/committed'
import { TABLE_RETENTION } from '#server/store/lives'
import type { Database } from '#server/store/tables/tables'
import { readLastVerifiedEntry, readVerifiedProgress, verifyNewEntries } from '#server/verify/as-it-comes'
import { currentRowsCheck as rowsCheck } from '#server/verify/rows'
import { verifySincePoint as sinceThen } from '#server/verify/since'
import { runChecks } from '#server/verify/verify'
import { openQueryCount } from '../builders/query-count.ts'
import { bypassLog, tamperWithRandomRow } from '../builders/tamper.ts'
import { world, type World } from '../builders/world.ts'
import { keyLineOfWitness } from '../../tools/witness/witness.mjs'

let market: World
beforeAll(async () => {
  market = await world({ works: false })
  await saysSomething('The gate is open')
  await chainPendingEntries(market.store.db)
})
afterAll(() => market.close())

const saysSomething = (text: string) => {
  const root = { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', text }] }] }
  return market
    .as('operator')
    .does('Comment', { kind: 'project', id: 'P301' }, { comment: { json: JSON.stringify({ root }) } })
}

const now = '2026-11-21T09:00:00.000Z'

const differencesIn = async (db: Kysely<Database>): Promise<string[]> =>
  (await runChecks({ db, now }, [rowsCheck])).differences.map(({ what, why }) => `${what} ${why}`)

class Undone extends Error {}

/** The differences that a verification finds after this change, which is undone afterwards. */
const foundAfter = async (done: (trx: Kysely<Database>) => Promise<void>): Promise<string[]> => {
  let found: string[] = []
  await market.store.db
    .transaction()
    .execute(async trx => {
      await done(trx)
      found = await differencesIn(trx)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return found
}

it('a market changed only by actions matches its log, row by row', async () => {
  expect(await market.store.db.transaction().execute(differencesIn)).toEqual([])
})

it('registering, replacing or removing a witness causes no reported difference', async () => {
  const { db } = market.store
  const keyLine = (): string => {
    const privateKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' })
    return keyLineOfWitness({ name: 'council.example/w1', privateKey: String(privateKey) })
  }
  for (const change of [
    () => registerWitness(db, keyLine(), now),
    () => registerWitness(db, keyLine(), now),
    () => removeWitness(db, 'council.example/w1', now),
  ]) {
    await change()
    await chainPendingEntries(db)
    expect(await db.transaction().execute(differencesIn)).toEqual([])
  }
})

it('the log commits to every permanent table that actions write', async () => {
  const { rows } = await sql<{ name: string }>`select tgrelid::regclass::text as name from pg_trigger
    where tgname in ('committed_in', 'committed_on', 'committed_out') group by 1 having count(*) = 3`.execute(
    market.store.db,
  )
  const names = rows.map(({ name }) => name.replaceAll('"', '')).toSorted()
  expect(names).toEqual(Object.keys(COMMITTED_TABLES))
  const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  const books = Object.entries(TABLE_RETENTION)
    .filter(([, { stays }]) => /^Market records|^A setting|^The ledger/.test(stays))
    .map(([name]) => snake(name))
  expect(names).toEqual(expect.arrayContaining(books))
})

describe('changes since a verified point', () => {
  const since = async (db: Kysely<Database>, seq: number) => {
    const from = await db
      .selectFrom('activityChain')
      .select(['seq', 'hash'])
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow()
    let end = from.seq
    const check = sinceThen(from, point => {
      end = point.seq
    })
    const { differences } = await runChecks({ db, now }, [check])
    return { end, found: differences.map(({ what, why }) => `${what} ${why}`) }
  }

  it('match the log, up to its last entry', async () => {
    const { rows } = await sql<{ seq: number }>`select max(seq) as seq from activity_chain`.execute(
      market.store.db,
    )
    for (const seq of [1, 1000, 2500])
      expect(await market.store.db.transaction().execute(trx => since(trx, seq))).toEqual({
        end: rows[0]?.seq,
        found: [],
      })
  })

  it('are read by few statements, however often a row was changed again', async () => {
    const { db } = market.store
    const { rows } = await sql<{ seq: number }>`select max(seq) as seq from activity_chain`.execute(db)
    const queries = openQueryCount()
    await db
      .withPlugin(queries.plugin)
      .transaction()
      .execute(trx => since(trx, 1))
    expect(queries.asked()).toBeLessThan(rows[0]!.seq / 20)
  })

  it('are named when tampered with', async () => {
    let found: string[] = []
    await foundAfter(async trx => {
      await bypassLog(
        trx,
        'credit_level',
        'update credit_level set units = units + 1 where credit_id = (select max(credit_id) from credit_level)',
      )
      await bypassLog(trx, 'comment', 'delete from comment')
      await bypassLog(trx, 'activity', `update activity set message = 'x' where action = 'Comment'`)
      found = (await since(trx, 1)).found
    })
    expect(found).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^comment \S+ is missing/),
        expect.stringMatching(/^Entry \d+ is not what was written/),
      ]),
    )
    expect(found.filter(one => one.startsWith('credit_level '))).not.toEqual([])
  })
})

const ROUNDS = Number(process.env.SOAK_CHANGES ?? 150) / 15

it('random changes in all tables are detected, each by its name, and nothing else', async () => {
  const chance = createSeededRandom(20261123)
  for (let round = 0; round < ROUNDS; round++) {
    const done: { what: string; how: string }[] = []
    const found = await foundAfter(async trx => {
      while (done.length < 15) {
        const one = await tamperWithRandomRow(trx, chance)
        if (!done.some(({ what }) => what === one.what)) done.push(one)
      }
    })
    const named = found
      .map(one => /^(.*?) (is |cannot |does not )/.exec(one)?.[1] ?? one)
      .toSorted((a, b) => a.localeCompare(b))
    expect(named, JSON.stringify(done)).toEqual(
      done.map(({ what }) => what).toSorted((a, b) => a.localeCompare(b)),
    )
  }
})

it('new entries are verified as they arrive, and progress is recorded up to the first difference', async () => {
  const { db } = market.store
  const signal = new AbortController().signal
  const verified = () => verifyNewEntries(db, { now, signal })
  const ends = async () =>
    (await sql<{ seq: number }>`select max(seq) as seq from activity_chain`.execute(db)).rows[0]?.seq
  expect(await verified()).toBe(0)
  const before = await ends()
  expect(await readVerifiedProgress(db)).toEqual({ seq: before, at: now })
  await saysSomething('The ditch is dug')
  const renamed = (from: string, to: string) =>
    db
      .transaction()
      .execute(trx =>
        bypassLog(trx, 'comment', `update comment set text = replace(text, '${from}', '${to}')`),
      )
  await renamed('ditch', 'pond')
  expect(await verified()).toBe(1)
  expect(await readVerifiedProgress(db)).toEqual({ seq: before, at: now })
  const stop = new Error('The server stops')
  const last = (await readLastVerifiedEntry(db))!
  const stopped = db.transaction().execute(async moment => {
    const check = sinceThen(last, () => {})
    for await (const fault of check.run({ db: moment, now }, () => {
      throw stop
    }))
      throw new Error(`compared rows first: ${fault.what}`)
  })
  await expect(stopped).rejects.toBe(stop)
  await renamed('pond', 'ditch')
  expect(await verified()).toBe(0)
  expect(await readVerifiedProgress(db)).toEqual({ seq: await ends(), at: now })
})
