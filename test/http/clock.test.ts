import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SystemVersion } from '#contract/system/system'
import { beginSession } from '#server/auth/sessions'
import { openMarketTime } from '#server/store/market-time'
import { openActionRuntime } from '#server/open-runtime'
import { buildApp } from '#server/app'
import { ALL_JOBS } from '#server/jobs/jobs'
import { openAndCloseDueRounds } from '#server/jobs/bidding-times'
import { runDueJobs } from '#server/tasks/schedule'
import { setMarketClock } from '../builders/market-clock.ts'
import { certify } from '../builders/seal.ts'
import { type ContractedWorld, contractedWorld } from '../ledger/contracted.ts'
import { sampleRow } from './world.ts'

const AN_HOUR_MS = 3_600_000
const A_DAY_MS = 24 * AN_HOUR_MS
const NOW = '2026-06-01T12:00:00.000Z'
const log = pino({ level: 'silent' })

let world: ContractedWorld
let app: Awaited<ReturnType<typeof buildApp>>
beforeAll(async () => {
  world = await contractedWorld()
  app = await buildApp({ ...world, config: { ...world.config, secondPersonFor: 'operator' }, log })
  await world.does('AllocateRights', 'requirement', 'estate-homes')
  await world.verifies('wetland')
  await world.verifies('cover')
  await world.does('IssueCredits', 'requirement', 'estate-homes')
  await world.redeems('estate-homes')
  await world.store.transaction(tx =>
    tx.apply(
      [
        ...['ann', 'ben'].map(id =>
          sampleRow('user', { id, username: id, groups: ['admin', 'sysadmin'], organisationId: 'operator' }),
        ),
        sampleRow('round', {
          ...{ id: 'closing', marketId: 'levels', status: 'OpenForBidsAndOffers', settledAt: null },
          ...{ bidsOpen: '2026-05-01T09:00:00.000Z', bidsClose: '2026-07-01T11:00:00.000Z' },
        }),
      ],
      { now: NOW, newId: () => '' },
    ),
  )
  await sql`insert into inbox_item (id, user_id, kind, subject_kind, subject_id, facts, created_at)
    values ('item', 'fay', 'bids-open', 'round', 'bidding', '{}', ${NOW})`.execute(world.store.db)
})
afterAll(async () => {
  await app.close()
  await world.close()
})

beforeEach(async () => {
  await setMarketClock(world.store.db, NOW)
  await sql`delete from meta where key in ('jobs-done-up-to', 'clock-confirmation')`.execute(world.store.db)
})

/** A server whose own clock is this far ahead of the true time, which the database has. */
const server = (aheadMs: number, trueMs = Date.parse(NOW)) =>
  openActionRuntime(world.store.db, {
    certify,
    time: openMarketTime({ wall: () => trueMs + aheadMs, ticks: () => 0 }),
  })

const runJobsOf = (runtime: ReturnType<typeof server>) =>
  runDueJobs({ runtime, files: world.files }, ALL_JOBS, log)

/** Counts of everything irreversible: retirements, ledger rows, deleted items, log entries. */
const state = async () => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from credit where status = 'Retired') as retired, (select count(*) from credit_ledger) as ledger,
      (select count(*) from inbox_item) as items, (select count(*) from activity) as entries`.execute(
    world.store.db,
  )
  return rows[0]!
}

/** A request in a new session: jobs remove sessions that have expired by a clock that has jumped. */
const ask = async (who: string, url: string, payload?: object) => {
  const cookie = `session=${await beginSession(world.store.db, who, world.clock.now)}`
  const method = payload ? 'POST' : 'GET'
  return app.inject({ method, url, headers: { cookie }, ...(payload && { payload }) })
}
const version = async () => (await ask('ann', '/api/sysadmin/version')).json<SystemVersion>()
const confirm = (who: string, from: string) => ask(who, '/api/sysadmin/clock/confirm', { from })

describe('a server whose clock is wrong', () => {
  it.each([
    ['800 days ahead', 800 * A_DAY_MS],
    ['800 days behind', -800 * A_DAY_MS],
    ['an hour ahead', AN_HOUR_MS],
    ['61 seconds behind', -61_000],
  ])('%s is not ready, shows both times, and runs no job', async (_, ahead) => {
    const runtime = server(ahead)
    const before = await state()
    await runJobsOf(runtime)
    expect(await state()).toEqual(before)
    const own = await buildApp({ ...world, runtime, log })
    const answer = await own.inject('/readyz')
    expect([answer.statusCode, answer.json()]).toMatchObject([
      503,
      { database: true, clock: false, message: expect.stringContaining(NOW) as string },
    ])
    const ownTime = new Date(Date.parse(NOW) + ahead).toISOString()
    expect(answer.json<{ message: string }>().message).toContain(ownTime)
    await own.close()
  })

  it('dates its changes by the database’s clock', async () => {
    const runtime = server(800 * A_DAY_MS)
    await openAndCloseDueRounds(runtime)
    expect(runtime.now()).toBe(NOW)
  })

  it('within a minute is ready and runs the jobs', async () => {
    const runtime = server(59_000)
    await runJobsOf(runtime)
    expect((await version()).clock).toMatchObject({ at: NOW, jump: null, waiting: [] })
    const own = await buildApp({ ...world, runtime, log })
    expect((await own.inject('/readyz')).json()).toMatchObject({ clock: true, message: null })
    await own.close()
  })
})

describe('a database clock that has jumped', () => {
  const jumped = async (days: number) => {
    await runJobsOf(server(0))
    const to = new Date(Date.parse(NOW) + days * A_DAY_MS).toISOString()
    await setMarketClock(world.store.db, to)
    return { to, runtime: server(0, Date.parse(to)) }
  }

  it.each([800, -800, 1.01])('by %d days keeps irreversible jobs waiting', async days => {
    const { runtime, to } = await jumped(days)
    const before = await state()
    await runJobsOf(runtime)
    await openAndCloseDueRounds(runtime)
    const { retired, ledger, items } = await state()
    expect({ retired, ledger, items }).toEqual({
      retired: before.retired,
      ledger: before.ledger,
      items: before.items,
    })
    expect((await world.store.read.one('round', 'closing'))?.status).toBe('OpenForBidsAndOffers')
    const { clock } = await version()
    expect(clock.jump).toEqual({ from: NOW, to, confirmedBy: null })
    expect(clock.waiting).toEqual(
      expect.arrayContaining(['retire ended credits', 'forget expired', 'lapse proposals', 'sweep uploads']),
    )
    expect((await world.ask(null, '/metrics')).body).toMatch(/^market_jobs_waiting 1$/m)
  })

  it('by less than a day changes nothing', async () => {
    const { runtime, to } = await jumped(0.9)
    await runJobsOf(runtime)
    expect((await version()).clock).toMatchObject({ at: to, jump: null })
  })

  it('resumes by itself once the clock is right again', async () => {
    await runJobsOf((await jumped(800)).runtime)
    await setMarketClock(world.store.db, NOW)
    expect((await version()).clock.jump).toBeNull()
  })

  it('is confirmed by two administrators, not by one alone; then the jobs run', async () => {
    const { runtime } = await jumped(800)
    expect((await confirm('fay', NOW)).statusCode).toBe(403)
    expect((await confirm('ann', '2026-05-31T12:00:00.000Z')).statusCode).toBe(409)
    expect((await confirm('ann', NOW)).json()).toEqual({
      message: 'Confirmed. Another administrator must confirm it too before the jobs run',
    })
    expect((await version()).clock.jump?.confirmedBy).toBe('ann')
    expect((await confirm('ann', NOW)).statusCode).toBe(409)
    const before = await state()
    await runJobsOf(runtime)
    expect((await state()).retired).toBe(before.retired)
    expect((await confirm('ben', NOW)).statusCode).toBe(200)
    expect((await version()).clock.jump).toBeNull()
    await runJobsOf(runtime)
    const after = await state()
    expect(after.retired).toBeGreaterThan(before.retired!)
    expect(after.items).toBeLessThan(before.items!)
  })
})
