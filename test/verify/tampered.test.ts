import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatDifference } from '#server/verify/check'
import { TABLE_CHECKS } from '#server/verify/checks'
import { documentsCheck } from '#server/verify/documents'
import { runChecks } from '#server/verify/verify'
import { world, type World } from '../builders/world.ts'

const now = '2026-11-21T09:00:00.000Z'

let market: World
beforeAll(async () => {
  market = await world({ works: false })
})
afterAll(() => market.close())

/** The differences after the owner of the tables has run statements, which are rolled back. */
const foundAfter = async (...statements: string[]): Promise<string[]> => {
  const trx = await market.store.db.startTransaction().execute()
  const tables = ['activity', 'participation', 'credit_ledger', 'credit', 'match_result', 'certificate']
  try {
    for (const table of tables) await sql.raw(`alter table ${table} disable trigger user`).execute(trx)
    for (const statement of statements) await sql.raw(statement).execute(trx)
    const { differences, more } = await runChecks({ db: trx, now }, TABLE_CHECKS)
    expect(more).toBe(0)
    return differences.map(formatDifference)
  } finally {
    await trx.rollback().execute()
  }
}

const theFirst = async (query: string): Promise<Record<string, string>> =>
  (await sql.raw<Record<string, string>>(query).execute(market.store.db)).rows[0] ?? {}

it('an unchanged market has no differences', async () => {
  expect(await foundAfter()).toEqual([])
})

it('each part names what was changed, and continues after it', async () => {
  const { seq, said } = await theFirst(
    `select seq, entry_id as said from activity_chain where seq > 100 order by seq limit 1`,
  )
  const taking = await theFirst(
    `select id from participation where status = 'Registered' order by id limit 1`,
  )
  const { lost } = await theFirst(
    `select credit_id as lost from credit_ledger where to_status = 'Retired' order by seq limit 1`,
  )
  const { result, round } = await theFirst(
    `select result.id as result, round_id as round from match_result result join round on round.id = round_id
     where round.status = 'Settled' order by result.ordinal limit 1`,
  )
  const { forged, rewritten, another } = await theFirst(
    `select min(number) filter (where nth = 1) as forged, min(number) filter (where nth = 2) as rewritten,
       min(number) filter (where nth = 3) as another
     from (select *, row_number() over (order by number) as nth from certificate where kind = 'rights') as one`,
  )
  const found = await foundAfter(
    `update activity set message = 'Nothing' where id = ${said}`,
    `update participation set status = 'Interested' where id = '${taking.id}'`,
    `delete from credit_ledger where credit_id = '${lost}' and to_status = 'Retired'`,
    `update match_result set solution = jsonb_set(solution, '{surplus}', '1') where id = '${result}'`,
    'alter table certificate drop constraint certificate_content_is_hashed',
    `update certificate set signature = (select signature from certificate where number = '${another}') where number = '${forged}'`,
    `update certificate set content = replace(content, '"units":', '"units":1') where number = '${rewritten}'`,
    `update certificate set sha256 = encode(sha256(convert_to(content, 'UTF8')), 'hex') where number = '${rewritten}'`,
    `update certificate set kind = 'issue', state = 'Superseded', ended_at = now(), ended_reason = 'x' where number = '${another}'`,
  )
  for (const line of [
    `log: Entry ${seq} is not what was written`,
    `trail: participation ${taking.id} is Interested, and by the log it is Registered`,
    `registry: ${lost} The last ledger entry of a credit does not match the credit`,
    `market: match_result ${result} of round ${round} has a solution that does not match its hash`,
    `certificates: certificate ${forged} has a signature that does not match its content`,
    `certificates: certificate ${rewritten} has a signature that does not match its content`,
    `certificates: certificate ${rewritten} has a SHA-256 that no entry of the log contains`,
    `certificates: certificate ${another} differs from what was signed`,
  ])
    expect(found).toContainEqual(line)
  expect(found.filter(line => line.startsWith('certificates'))).toHaveLength(4)
})

it('certificates signed after their key had ended are named, and earlier ones are not', async () => {
  const { half, after } = await theFirst(
    `with named as (
       select (select min(index) from activity join activity_chain on entry_id = activity.id join log_leaf using (seq)
         where activity.subject_kind = certificate.subject_kind and activity.subject_id = certificate.subject_id
           and strpos(details, certificate.sha256) > 0) as index
       from certificate),
     middle as (select (percentile_disc(0.5) within group (order by index))::int as half from named)
     select half, (count(*) filter (where index >= half))::int as after from named, middle group by half`,
  )
  const found = await foundAfter(
    `update certificate_key set ended_at = now(), ended_size = ${half} where signs = 'certificates'`,
  )
  const named = found.filter(line => line.endsWith('was signed with a key that had expired'))
  expect(Number(after)).toBeGreaterThan(1)
  expect(named).toHaveLength(Number(after))
})

it('a credit given to another, and one with fewer units, are detected in the books of their round', async () => {
  const { id, buyer } = await theFirst(
    `select credit.id, requirement_id as buyer from credit join round on round.id = round_id
     where round.status = 'Settled' and requirement_id is not null order by credit.id limit 1`,
  )
  const { other } = await theFirst(
    `select other.id as other from requirement other join requirement its on its.id = '${buyer}'
     where other.round_id = its.round_id and other.id <> its.id and other.status <> 'Unmatched' order by other.id limit 1`,
  )
  const found = await foundAfter(
    `update credit set requirement_id = '${other}' where id = '${id}'`,
    'alter table credit drop constraint credit_units_are_its_most',
    `update credit set units = units - 1 where id = '${id}'`,
  )
  for (const fault of [
    `requirement ${buyer} has `,
    `requirement ${other} has `,
    `credit ${id} has units that do not match its periods`,
  ])
    expect(found.join('\n')).toContain(fault)
})

it('a correct match is not verified again until it changes', async () => {
  const kept = new Map<string, string>()
  const check = TABLE_CHECKS.filter(({ name }) => name === 'market')
  const verified = async (statement: string) => {
    const trx = await market.store.db.startTransaction().execute()
    await sql.raw(statement).execute(trx)
    const found = await runChecks({ db: trx, now, kept }, check)
    await trx.rollback().execute()
    return found.differences.map(formatDifference)
  }
  expect(await verified('select 1')).toEqual([])
  const judged = kept.get('market') ?? ''
  const [first = ''] = Object.keys(JSON.parse(judged) as object)
  expect(first).not.toBe('')
  const change = `update match_result set solution = jsonb_set(solution, '{surplus}', '1') where id = '${first}'`
  expect((await verified(change)).join()).toContain(first)
  expect(kept.get('market')).not.toContain(first)
  kept.set('market', judged)
  expect(await verified('select 1')).toEqual([])
})

it('every filed document has its original bytes; others are read again each time', async () => {
  const { db } = market.store
  const { rows } = await sql<{ sha256: string }>`
    select distinct sha256::text as sha256 from filed_document where owner_id is not null order by 1`.execute(
    db,
  )
  const [gone = '', other = ''] = rows.map(({ sha256 }) => sha256)
  const read: string[] = []
  const files = {
    open: async (sha256: string) => {
      read.push(sha256)
      if (sha256 === gone) return undefined
      if (sha256 === other) return { stream: Readable.from([Buffer.from('something else')]), size: 14 }
      return market.files.open(sha256)
    },
  }
  const kept = new Map<string, string>()
  const verified = () =>
    db.transaction().execute(async trx => {
      read.length = 0
      const { differences } = await runChecks({ db: trx, now, kept }, [documentsCheck(files)])
      return differences.map(({ what, why }) => `${what.split(' ')[2]} ${why}`).toSorted()
    })
  const wrong = [`(${gone}) is missing from the file store`, `(${other}) differs from the filed document`]
  expect(await verified()).toEqual(wrong)
  expect(read.toSorted()).toEqual(rows.map(({ sha256 }) => sha256))
  const again = new Set<string>()
  for (let turn = 0; turn < 64; turn++) {
    expect(await verified()).toEqual(wrong)
    expect(read.length).toBeLessThan(rows.length)
    for (const sha256 of read) again.add(sha256)
  }
  expect(again.size).toBe(rows.length)
})
