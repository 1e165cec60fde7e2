import { generateKeyPairSync } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { random } from '#matching/pricing/random'
import { registerWitness, removeWitness } from '#server/log/witnesses'
import { chainNow } from '#server/store/chaining'
import { COMMITTED } from '#server/store/committed'
import { LIVES } from '#server/store/lives'
import type { Database } from '#server/store/tables'
import { verifiedUpTo, verifyAsItComes } from '#server/verify/as-it-comes'
import { rows as rowsCheck } from '#server/verify/rows'
import { since as sinceThen } from '#server/verify/since'
import { verify } from '#server/verify/verify'
import { behindTheLog, tamper } from '../builders/tamper.ts'
import { world, type World } from '../builders/world.ts'
import { keyLineOfWitness } from '../../tools/witness/witness.mjs'

let market: World
beforeAll(async () => {
  market = await world({ works: false })
  await saysSomething('The gate is open')
  await chainNow(market.store.db)
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
  (await verify({ db, now }, [rowsCheck])).differences.map(({ what, why }) => `${what} ${why}`)

class Undone extends Error {}

/** What a verification finds once this was done, which is undone afterwards. */
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

it('a market that was only ever changed by actions is as its log says, row by row', async () => {
  expect(await market.store.db.transaction().execute(differencesIn)).toEqual([])
})

it('finds no difference where a witness was registered, replaced or removed', async () => {
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
    await chainNow(db)
    expect(await db.transaction().execute(differencesIn)).toEqual([])
  }
})

it('the log commits to every table that stays and is written by actions', async () => {
  const { rows } = await sql<{ name: string }>`select tgrelid::regclass::text as name from pg_trigger
    where tgname in ('committed_in', 'committed_on', 'committed_out') group by 1 having count(*) = 3`.execute(
    market.store.db,
  )
  const names = rows.map(({ name }) => name.replaceAll('"', '')).toSorted()
  expect(names).toEqual(Object.keys(COMMITTED))
  const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  const books = Object.entries(LIVES)
    .filter(([, { stays }]) => /^The books|^What everybody chooses|^The ledger/.test(stays))
    .map(([name]) => snake(name))
  expect(names).toEqual(expect.arrayContaining(books))
})

describe('what has come since a point that was verified', () => {
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
    const { differences } = await verify({ db, now }, [check])
    return { end, found: differences.map(({ what, why }) => `${what} ${why}`) }
  }

  it('is as the log says, up to its last entry', async () => {
    const { rows } = await sql<{ seq: number }>`select max(seq) as seq from activity_chain`.execute(
      market.store.db,
    )
    for (const seq of [1, 1000, 2500])
      expect(await market.store.db.transaction().execute(trx => since(trx, seq))).toEqual({
        end: rows[0]?.seq,
        found: [],
      })
  })

  it('and what was changed of it is named', async () => {
    let found: string[] = []
    await foundAfter(async trx => {
      await behindTheLog(
        trx,
        'credit_level',
        'update credit_level set units = units + 1 where credit_id = (select max(credit_id) from credit_level)',
      )
      await behindTheLog(trx, 'comment', 'delete from comment')
      await behindTheLog(trx, 'activity', `update activity set message = 'x' where action = 'Comment'`)
      found = (await since(trx, 1)).found
    })
    expect(found).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^comment \S+ is gone/),
        expect.stringMatching(/^Entry \d+ is not what was written/),
      ]),
    )
    expect(found.filter(one => one.startsWith('credit_level '))).not.toEqual([])
  })
})

const ROUNDS = Number(process.env.SOAK_CHANGES ?? 150) / 15

it('changes by chance in all tables are found, each by its name, and nothing else', async () => {
  const chance = random(20261123)
  for (let round = 0; round < ROUNDS; round++) {
    const done: { what: string; how: string }[] = []
    const found = await foundAfter(async trx => {
      while (done.length < 15) {
        const one = await tamper(trx, chance)
        if (!done.some(({ what }) => what === one.what)) done.push(one)
      }
    })
    const named = found
      .map(one => /^(.*?) (is |cannot )/.exec(one)?.[1] ?? one)
      .toSorted((a, b) => a.localeCompare(b))
    expect(named, JSON.stringify(done)).toEqual(
      done.map(({ what }) => what).toSorted((a, b) => a.localeCompare(b)),
    )
  }
})

it('what comes is verified as it comes, and only so far is noted as nothing differs', async () => {
  const { db } = market.store
  const signal = new AbortController().signal
  const verified = () => verifyAsItComes(db, { now, signal })
  const ends = async () =>
    (await sql<{ seq: number }>`select max(seq) as seq from activity_chain`.execute(db)).rows[0]?.seq
  expect(await verified()).toBe(0)
  const before = await ends()
  expect(await verifiedUpTo(db)).toEqual({ seq: before, at: now })
  await saysSomething('The ditch is dug')
  const renamed = (from: string, to: string) =>
    db
      .transaction()
      .execute(trx =>
        behindTheLog(trx, 'comment', `update comment set text = replace(text, '${from}', '${to}')`),
      )
  await renamed('ditch', 'pond')
  expect(await verified()).toBe(1)
  expect(await verifiedUpTo(db)).toEqual({ seq: before, at: now })
  await renamed('pond', 'ditch')
  expect(await verified()).toBe(0)
  expect(await verifiedUpTo(db)).toEqual({ seq: await ends(), at: now })
})
