import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AUTHORITY_STATUSES, PERMISSIONS } from '#domain/people/authority'
import { CREDIT_STATUSES } from '#domain/credit/credit'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { DECLARATION_CATEGORIES } from '#domain/credit/declaration'
import { DOCUMENT_TAGS } from '#domain/text/filed-document'
import { GROUP_TYPES } from '#domain/project/group'
import { BROAD_HABITATS, CONDITIONS, DISTINCTIVENESS, MODULES } from '@credit-market/habitat-metric/habitat'
import { ORGANISATION_TYPES } from '#domain/people/organisation'
import { CAPACITIES } from '#domain/values/capacity'
import { PARTICIPATION_STATUSES } from '#domain/round/participation'
import { PROJECT_DURATIONS, PROJECT_STATUSES } from '#domain/project/project'
import { REQUIREMENT_STATUSES } from '#domain/project/requirement'
import { BIDDER_TYPES, RESERVE_APPLIES_TO, ROUND_STATUSES } from '#domain/round/round'
import { CERTIFICATION_DECISIONS, CERTIFICATION_STATUSES } from '#domain/project/service'
import { USER_GROUPS } from '#domain/people/user'
import { migrateOverDirectConnection, connectDatabase, migrate } from '#server/store/database'
import { TASK_STATES } from '#server/store/tables/queue-tables'
import { createFreshDatabase } from '../postgres.ts'
import { freshStore } from './open.ts'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
})
afterAll(() => store.close())

/** The words that a column admits, from its own check or its domain’s. */
const admitted = async (table: string, column: string): Promise<string[]> => {
  const { rows } = await sql<{ rule: string }>`
    select pg_get_constraintdef(c.oid) as rule
    from pg_attribute a join pg_constraint c on c.contype = 'c' and
      (c.contypid = a.atttypid and c.contypid <> 0 or c.conrelid = a.attrelid and c.conkey = array[a.attnum])
    where a.attrelid = ${`"${table}"`}::regclass and a.attname = ${column}`.execute(store.db)
  const quoted = rows.flatMap(({ rule }) => [...rule.matchAll(/'([^']*)'/g)].map(match => match[1] ?? ''))
  return quoted.flatMap(text => text.replace(/[{}]/g, '').split(','))
}

describe('the words the tables admit are the words of the domain', () => {
  it.each([
    ['agent_authority', 'status', AUTHORITY_STATUSES],
    ['agent_authority', 'permissions', PERMISSIONS],
    ['credit', 'status', CREDIT_STATUSES],
    ['credit', 'type', CREDIT_TYPES],
    ['credit', 'module', MODULES],
    ['credit', 'broad_habitat', BROAD_HABITATS],
    ['credit', 'distinctiveness', DISTINCTIVENESS],
    ['declaration', 'category', DECLARATION_CATEGORIES],
    ['round_declaration', 'category', DECLARATION_CATEGORIES],
    ['filed_document', 'tag', DOCUMENT_TAGS],
    ['project_group', 'type', GROUP_TYPES],
    ['requirement_group', 'type', GROUP_TYPES],
    ['organisation', 'type', ORGANISATION_TYPES],
    ['participation', 'capacity', CAPACITIES],
    ['participation', 'status', PARTICIPATION_STATUSES],
    ['project', 'status', PROJECT_STATUSES],
    ['project', 'mitigation_durations', PROJECT_DURATIONS],
    ['project', 'credit_types', CREDIT_TYPES],
    ['project_type', 'service_types', CREDIT_TYPES],
    ['standard', 'service_types', CREDIT_TYPES],
    ['requirement', 'status', REQUIREMENT_STATUSES],
    ['requirement', 'bio_distinctiveness', DISTINCTIVENESS],
    ['round', 'status', ROUND_STATUSES],
    ['round', 'services', CREDIT_TYPES],
    ['round', 'bidder_type', BIDDER_TYPES],
    ['round', 'reserve_applies_to', RESERVE_APPLIES_TO],
    ['service', 'status', CERTIFICATION_STATUSES],
    ['service', 'decision', CERTIFICATION_DECISIONS],
    ['service', 'duration', PROJECT_DURATIONS],
    ['service', 'condition', CONDITIONS],
    ['user', 'groups', USER_GROUPS],
    ['task', 'state', TASK_STATES],
  ] as const)('%s.%s admits the words of the domain', async (table, column, words) => {
    expect(new Set(await admitted(table, column))).toEqual(new Set(words))
  })
})

describe('bringing the tables up to date', () => {
  it('can run on several servers simultaneously, and again', async () => {
    const { connection, drop } = await createFreshDatabase()
    const servers = Array.from({ length: 4 }, () => connectDatabase(connection))
    await Promise.all(servers.map(server => migrate(server)))
    await migrate(servers[0]!)
    expect(await servers[0]!.selectFrom('activityChain').selectAll().execute()).toEqual([])
    await Promise.all(servers.map(server => server.destroy()))
    await drop()
  })
})

describe('bringing the tables of a large market up to date', () => {
  it('takes as long as necessary, without the limits of other work', async () => {
    const { connection, drop } = await createFreshDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'credit-market-migrations-'))
    writeFileSync(
      join(folder, '0001-look.sql'),
      `create table looked as select current_setting('statement_timeout') as limited`,
    )
    await migrateOverDirectConnection(connection, folder)
    const db = connectDatabase(connection)
    const { rows } = await sql<{ limited: string }>`select limited from looked`.execute(db)
    expect(rows).toEqual([{ limited: '1d' }])
    await db.destroy()
    await drop()
    rmSync(folder, { recursive: true })
  })
})

describe('the connection', () => {
  it('reads numbers, dates and instants as the domain writes them', async () => {
    const { rows } =
      await sql`select 9007199254740991::bigint as large, sum(x) as sum, '{1,2}'::bigint[] as many,
      0.5::numeric as half, date '2026-03-29' as day, timestamptz '2026-03-29 02:00:00.5+01' as moment
      from (values (1::bigint), (2)) as t (x)`.execute(store.db)
    expect(rows).toEqual([
      {
        large: 9007199254740991,
        sum: 3,
        many: [1, 2],
        half: 0.5,
        day: '2026-03-29',
        moment: '2026-03-29T01:00:00.500Z',
      },
    ])
  })

  it('refuses to read a whole number that cannot be represented exactly', async () => {
    await expect(sql`select 9007199254740993::bigint as large`.execute(store.db)).rejects.toThrow('too large')
  })

  it('ends its transaction, not the process, when it is cut off', async () => {
    const cut = store.transaction(async tx => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.db)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(store.db)
      await tx.one('round', 'any')
    })
    await expect(cut).rejects.toThrow()
    expect(await store.read.one('round', 'any')).toBeUndefined()
  })
})

it('fails all parallel queries of a transaction for the reason of the first failure', async () => {
  let outcomes: unknown
  const transaction = store.db.transaction().execute(async trx => {
    outcomes = await Promise.allSettled([sql`select 1 / 0`, sql`select 2`].map(one => one.execute(trx)))
  })
  await expect(transaction).rejects.toThrow('rolled back')
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { message: 'division by zero' } },
    { status: 'rejected', reason: { message: 'division by zero' } },
  ])
})
