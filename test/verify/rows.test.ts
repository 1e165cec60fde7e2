import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { random } from '#matching/pricing/random'
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

describe('what the owner of the database changes is named', () => {
  it.each<[what: string, table: string, statement: string]>([
    [
      'a doubled bid',
      'requirement',
      'update requirement set bid = bid * 2 where id = (select min(id) from requirement where bid is not null) returning id',
    ],
    [
      'a lowered offer',
      'project',
      'update project set offer = offer - 1 where id = (select max(id) from project where offer is not null) returning id',
    ],
    [
      'a rewritten comment',
      'comment',
      `update comment set text = 'All is well' where id = (select min(id) from comment) returning id`,
    ],
    [
      'a renamed organisation',
      'organisation',
      `update organisation set name = 'Another' where id = (select min(id) from organisation) returning id`,
    ],
    [
      'raised certified units',
      'service',
      `update service set units = units + 1 where id = (select min(id) from service where status = 'Certified' and units is not null) returning id`,
    ],
    [
      'a changed result',
      'match_result',
      `update match_result set solution = jsonb_set(solution, '{surplus}', '1') where id = (select min(id) from match_result) returning id`,
    ],
    [
      'a swapped document',
      'filed_document',
      `update filed_document set sha256 = repeat('0', 64) where id = (select min(id) from filed_document where owner_id is not null) returning id`,
    ],
    [
      'a credit given to another',
      'credit',
      `update credit set requirement_id = (select min(id) from requirement where id <> credit.requirement_id) where id = (select min(id) from credit where status = 'Issued' and requirement_id is not null) returning id`,
    ],
    [
      'a row of the ledger deleted',
      'credit_ledger',
      'delete from credit_ledger where seq = (select min(seq) from credit_ledger) returning seq as id',
    ],
    [
      'a row of the ledger changed',
      'credit_ledger',
      'update credit_ledger set units = units + 1 where seq = (select max(seq) from credit_ledger) returning seq as id',
    ],
    [
      'an administrator made',
      'user',
      `update "user" set groups = '{sysadmin,admin}' where id = 'alba.bu01' returning id`,
    ],
    [
      'a declaration removed',
      'declaration_answer',
      'delete from declaration_answer where id = (select min(id) from declaration_answer) returning id',
    ],
  ])('%s', async (_, table, statement) => {
    let what = ''
    const found = await foundAfter(async trx => {
      const [row] = (await behindTheLog(trx, table, statement)) as { id: string }[]
      what = `${table} ${row?.id}`
    })
    expect(found).toEqual([
      expect.stringMatching(new RegExp(`^${what} is (not as|gone, and was there by) entry \\d+ of the log`)),
    ])
  })

  it('a change that triggers see and no entry vouches for', async () => {
    const found = await foundAfter(async trx => {
      await sql`update project set offer = offer - 1 where id = (select max(id) from project where offer is not null)`.execute(
        trx,
      )
    })
    expect(found).toEqual([expect.stringMatching(/^project \S+ is not as entry \d+ of the log left it$/)])
  })

  it('a row whose commitment was written anew as well, by the entry that vouches for another', async () => {
    const found = await foundAfter(async trx => {
      await behindTheLog(
        trx,
        'requirement',
        `update requirement set bid = bid * 2 where id = (select min(id) from requirement where bid is not null)`,
      )
      await behindTheLog(
        trx,
        'activity_row',
        `set local timezone = 'UTC'; update activity_row as change set digest = sha256(convert_to(salt::text || to_jsonb(one)::text, 'UTF8'))
        from requirement as one where change.nr = (select max(nr) from activity_row where table_name = 'requirement' and row_key = (select min(id) from requirement where bid is not null)) and one.id = change.row_key`,
      )
    })
    expect(found).toEqual([
      expect.stringMatching(
        /^The entry of the log with id \d+ vouches for other changes of rows than lie beside it \(of .*requirement /,
      ),
    ])
  })
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
