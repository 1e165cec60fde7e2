import { sql } from 'kysely'
import { pino } from 'pino'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import manifest from '#package.json' with { type: 'json' }
import { addMinutes } from '@credit-market/values/dates'
import { buildApp } from '#server/app'
import { projectRoot } from '#server/process/places'
import { writeInstallationValue } from '#server/store/notes'
import { sampleRow, startWorld, startWorldWith, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

/** The result of a scrape: each metric by its name and labels. */
const scrape = async (from: World = world): Promise<Map<string, number>> => {
  const { statusCode, body } = await from.ask(null, '/metrics')
  expect(statusCode).toBe(200)
  const lines = body.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map(line => {
      const space = line.lastIndexOf(' ')
      return [line.slice(0, space), Number(line.slice(space))]
    }),
  )
}

describe('metrics', () => {
  it('show what waits, since when, and the last safety jobs', async () => {
    const own = await startWorld()
    const { db } = own.store
    const { now } = own.clock
    const task = { kind: 'match', payload: '{}', createdAt: addMinutes(now, -7) } as const
    await db
      .insertInto('task')
      .values([
        { ...task, id: 't1', roundId: 'bidding' },
        { ...task, id: 't2', roundId: 'draft', createdAt: addMinutes(now, -3) },
        { ...task, id: 't3', roundId: 'draft', state: 'running', createdAt: addMinutes(now, -90) },
        { ...task, id: 't4', roundId: 'draft', state: 'done', createdAt: addMinutes(now, -900) },
      ])
      .execute()
    const letter = { letter: 'x', toAddress: 'a@b.example', facts: '{}', notBefore: now } as const
    await db
      .insertInto('mailOutbox')
      .values([
        { ...letter, id: 'l1', createdAt: addMinutes(now, -5) },
        { ...letter, id: 'l2', state: 'failed', createdAt: addMinutes(now, -50) },
        { ...letter, id: 'l3', state: 'failed', createdAt: addMinutes(now, -50) },
        { ...letter, id: 'l4', state: 'sent', createdAt: addMinutes(now, -500) },
      ])
      .execute()
    const hash = '0'.repeat(64)
    await db.insertInto('activityChain').values({ seq: 4711, entryId: 1, prevHash: hash, hash }).execute()
    await sql`insert into activity_waiting (id, entries, since) values (2, '{2}', now() - interval '1 hour')`.execute(
      db,
    )
    const [failed, whole] = ['2026-06-01T03:00:00.000Z', '2026-05-31T03:00:00.000Z']
    await writeInstallationValue(db, 'backup', JSON.stringify({ at: failed, ok: false, wholeAt: whole }))
    await writeInstallationValue(
      db,
      'verification',
      JSON.stringify({ at: '2026-06-01T02:00:00.000Z', ok: false, faults: 3 }),
    )

    const figures = await scrape(own)
    expect(Object.fromEntries([...figures].filter(([name]) => name.startsWith('market_')))).toMatchObject({
      'market_tasks{state="queued"}': 2,
      'market_tasks{state="running"}': 1,
      market_task_oldest_seconds: 420,
      'market_letters{state="queued"}': 1,
      'market_letters{state="failed"}': 2,
      market_letter_oldest_seconds: 300,
      market_log_entries: 4711,
      market_log_unchained_oldest_seconds: expect.closeTo(3600, -2) as number,
      'market_last_run_timestamp_seconds{work="backup"}': Date.parse(failed) / 1000,
      'market_last_success_timestamp_seconds{work="backup"}': Date.parse(whole) / 1000,
      'market_last_run_ok{work="backup"}': 0,
      'market_last_run_ok{work="verification"}': 0,
      market_log_unsigned_seconds: 0,
      market_verification_faults: 3,
      market_database_answers: 1,
      market_event_streams: 0,
    })
    expect(figures.has('market_last_run_ok{work="rehearsal"}')).toBe(false)
    expect(figures.has('market_last_success_timestamp_seconds{work="verification"}')).toBe(false)
    await own.close()
  })

  it('count refused requests by reason', async () => {
    const before = await scrape()
    await world.ask(null, '/api/projects')
    await world.ask('fay', '/api/sysadmin/users')
    const after = await scrape()
    const rise = (kind: string) => {
      const name = `market_refused_total{kind="${kind}"}`
      return (after.get(name) ?? NaN) - (before.get(name) ?? NaN)
    }
    expect([rise('not signed in'), rise('not allowed'), rise('too often')]).toEqual([1, 1, 0])
  })

  it('show free space and the load of the database connection', async () => {
    const own = await startWorld()
    const figures = await scrape(own)
    await own.close()
    expect(figures.get('market_data_free_bytes')).toBeGreaterThan(0)
    expect(figures.get('market_database_connections{state="used"}')).toBe(0)
    expect(figures.get('market_database_connections{state="idle"}')).toBeGreaterThan(0)
    expect(figures.get('market_database_waiting')).toBe(0)
    expect(figures.get('market_match_seconds_count{outcome="solved"}')).toBeGreaterThanOrEqual(0)
  })

  it('write nothing to the log when scraped', async () => {
    const said: string[] = []
    const log = pino({ level: 'warn' }, { write: line => void said.push(line) })
    const app = await buildApp({ ...world, log })
    expect((await app.inject('/metrics')).statusCode).toBe(200)
    await app.close()
    expect(said).toEqual([])
  })

  it('show what they can while the database hangs', async () => {
    const own = await startWorld()
    const figures = await own.store.db.transaction().execute(async trx => {
      await sql`lock table meta in access exclusive mode`.execute(trx)
      return scrape(own)
    })
    expect(figures.get('market_database_answers')).toBe(0)
    expect(figures.has('market_tasks{state="queued"}')).toBe(false)
    expect(figures.has('market_log_entries')).toBe(false)
    expect(figures.get('market_data_free_bytes')).toBeGreaterThan(0)
    await own.close()
  })
})

it('system administrators see the running versions, and whether the database is embedded', async () => {
  const ann = sampleRow('user', {
    id: 'ann',
    organisationId: null,
    username: 'ann',
    email: 'ann@x.example',
    groups: ['sysadmin'],
  })
  const address = { DATABASE_URL: 'postgres://market@db.example/market' }
  for (const [variables, embedded] of [[{}, true] as const, [address, false] as const]) {
    const own = await startWorldWith(variables, ann)
    expect((await own.ask('ann', '/api/sysadmin/version')).json()).toMatchObject({
      version: manifest.version,
      node: process.version,
      database: expect.stringMatching(/^\d+\.\d+/),
      embedded,
    })
    expect((await own.ask('olga', '/api/sysadmin/version')).statusCode).toBe(403)
    await own.close()
  }
})

describe('alerts and dashboards', () => {
  const inDeploy = (path: string) => readFileSync(join(projectRoot, 'deploy', path), 'utf8')
  const alerts = z
    .object({
      groups: z.array(
        z.object({
          rules: z.array(
            z.object({
              alert: z.string(),
              expr: z.string(),
              annotations: z.object({ summary: z.string(), do: z.string(), guide: z.string() }),
            }),
          ),
        }),
      ),
    })
    .parse(parse(inDeploy('prometheus/alerts.yaml')))
    .groups.flatMap(({ rules }) => rules)
  const panels = z
    .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).optional() })) })
    .parse(JSON.parse(inDeploy('grafana/board.json')))
    .panels.flatMap(({ targets }) => targets ?? [])

  it('use only existing metrics', async () => {
    const own = await startWorld()
    for (const work of ['backup', 'rehearsal', 'verification', 'counts', 'land', 'retention'])
      await writeInstallationValue(
        own.store.db,
        work,
        JSON.stringify({ at: own.clock.now, ok: true, faults: 0 }),
      )
    await own.ask(null, '/api/projects')
    const series = [...(await scrape(own)).keys()]
    await own.close()

    const asked = [...alerts, ...panels].flatMap(({ expr }) => [
      ...expr.matchAll(/\b((?:market|http|process|nodejs)_\w+)(?:\{(.*?)\})?/g),
    ])
    const isThere = ([, name = '', labels = '']: RegExpExecArray) =>
      series.some(one => {
        if (one !== name && !one.startsWith(`${name}{`)) return false
        // Request labels vary, and Prometheus sets the job.
        const fixed = [...labels.matchAll(/(\w+)="(.*?)"/g)].filter(([, label]) => label !== 'job')
        const named = [...labels.matchAll(/(\w+)(?:!=|=~)/g)]
        return (
          fixed.every(([said]) => one.includes(said)) && named.every(([, label]) => one.includes(`${label}=`))
        )
      })
    expect(asked.length).toBeGreaterThan(40)
    expect(asked.filter(one => !isThere(one)).map(([said]) => said)).toEqual([])
  })

  it('say what to do, and link to an existing section of the guide', () => {
    const guide = readFileSync(join(projectRoot, 'docs/guides/run-an-installation.md'), 'utf8')
    const places = [...guide.matchAll(/^## (.*)$/gm)].map(
      ([, title = '']) => `docs/guides/run-an-installation.md#${title.toLowerCase().replaceAll(' ', '-')}`,
    )
    expect(alerts.map(({ annotations }) => annotations.guide).filter(one => !places.includes(one))).toEqual(
      [],
    )
    expect(alerts.filter(({ annotations }) => annotations.do.length < 20)).toEqual([])
  })
})
