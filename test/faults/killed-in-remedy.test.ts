import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import { beginSession } from '#server/auth/sessions'
import { openFileStore } from '#server/files/file-store'
import { connectDatabase } from '#server/store/database'
import { openStore, type Store } from '#server/store/store'
import { endPastRectifications } from '#server/jobs/end-rectifications'
import { runJobs } from '#server/tasks/schedule'
import { addDays } from '@credit-market/values/dates'
import { verifyRunningMarket } from '#server/verify/market-now'
import { join } from 'node:path'
import { runMarketClock, setMarketClock } from '../builders/market-clock.ts'
import { copyTemplateWithRunningClock } from '../builders/templates.ts'
import { type Answer, personAt, serve, submissionOf, waitUntil } from '../builders/world.ts'
import { bundleServer, startServer } from './process.ts'
import { casesToRemedy, REMEDIES, type Remedy } from './remedies.ts'

/** The everyday run kills in three remedies; SOAK_KILLS sets how often a long run does, in all of them. */
const KILLS = Number(process.env.SOAK_KILLS) || 3
const TRIED = REMEDIES.slice(0, KILLS)

let server: Awaited<ReturnType<typeof bundleServer>>
/** Effect of each remedy that nothing interrupts, and the milliseconds that it takes. */
const calm = new Map<Remedy, { effects: string[]; milliseconds: number }>()
let killed = { before: 0, after: 0 }

/** A copy of the market with one open case for a remedy, and everything that acts on it. */
const copyFor = async ({ action, what, values }: Remedy) => {
  const { connection, dataDir, remove } = await copyTemplateWithRunningClock(casesToRemedy)
  const store = openStore(connectDatabase({ ...connection, max: 2 }))
  const [one] = await store.read.list('case', { what, endedAt: null })
  if (!one) throw new Error(`The demonstration has no case for ${action}`)
  const { rows } = await sql<{ now: string; id: number }>`select market_clock() as now,
    (select max(id)::int from activity) as id`.execute(store.db)
  const { now, id: last } = rows[0]!
  const cookie = `session=${await beginSession(store.db, 'operator', new Date().toISOString())}`
  const { version } = one
  const body = submissionOf({ values: await values(one.id, store, now.slice(0, 10)), version })
  const sent = { ...body, headers: { ...body.headers, 'idempotency-key': 'remedy-once' } }
  const path = `/api/case/${one.id}/action/${action}`
  const act = (url: string) => personAt(url, async () => cookie).send(path, sent)
  const close = async () => {
    await store.db.destroy()
    await remove()
  }
  return { connection, dataDir, store, last, act, close, caseId: one.id }
}

/** Everything that an act has left in the database, without ids and times that differ in each run. */
const effectsSince = async ({ db }: Store, last: number, action: string): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', 'entry', action, subject_kind, subject_id, from_status, to_status, message) as line
      from activity where id > ${last} and action = ${action}
    union all select concat_ws(' ', 'notice', kind, user_id, subject_kind, subject_id, letter_id is not null) from inbox_item
      where kind = any(array['case-changed', 'holding-case-changed', 'units-replaced', 'holding-units-replaced', 'units-drawn',
        'rights-lapsed', 'credits-recalled'])
    union all select concat_ws(' ', 'replacement', credit_id, first_unit, last_unit, start_day, ended_at is null) from unit_replacement
    union all select concat_ws(' ', 'failure', credit_id, first_unit, last_unit, start_day, ended_at is null) from unit_failure
    union all select concat_ws(' ', 'certificate', kind, subject_id, state) from certificate
    union all select concat_ws(' ', 'credit', id, status, requirement_id) from credit
    union all select concat_ws(' ', 'case', id, status, version, reason, rectify_by) from "case"
    order by line`.execute(db)
  return rows.map(({ line }) => line)
}

/** The transaction of a killed server may still be running in the database. */
const isQuiet = async ({ db }: Store): Promise<boolean> => {
  const { rows } = await sql<{ others: number }>`select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(db)
  return rows[0]?.others === 0
}

beforeAll(async () => {
  server = await bundleServer()
})
afterAll(() => server.remove())

it.each(TRIED.map(remedy => [remedy.action, remedy] as const))(
  '%s happens when nothing disturbs it',
  async (action, remedy) => {
    const { connection, dataDir, store, last, act, close } = await copyFor(remedy)
    const undisturbed = await startServer(server.main, dataDir, connection)
    await undisturbed.says('The market is at')
    const before = await effectsSince(store, last, action)
    const begun = performance.now()
    const { status, body } = await act(undisturbed.url)
    expect([status, body]).toEqual([200, body])
    const milliseconds = performance.now() - begun
    const effects = await effectsSince(store, last, action)
    expect(effects).not.toEqual(before)
    calm.set(remedy, { effects, milliseconds })
    await undisturbed.kill('SIGKILL')
    await close()
  },
)

const DRAWS = Array.from({ length: KILLS }, (_, nth) => {
  const remedy = REMEDIES[nth % REMEDIES.length]!
  return [nth + 1, remedy.action, createSeededRandom(nth + 1).next() * 1.2, remedy] as const
})

it.each(DRAWS)(
  'a kill (%i) during %s lets it happen once or not at all, notices included, and a retry completes it',
  async (_nth, action, moment, remedy) => {
    const { connection, dataDir, store, last, act, close } = await copyFor(remedy)
    const { effects, milliseconds } = calm.get(remedy)!
    const before = await effectsSince(store, last, action)
    const doomed = await startServer(server.main, dataDir, connection)
    await doomed.says('The market is at')
    const answer = act(doomed.url).catch((): Answer | undefined => undefined)
    await new Promise(resolve => setTimeout(resolve, moment * milliseconds))
    await doomed.kill('SIGKILL')
    const answered = await answer
    await waitUntil('the database has finished', () => isQuiet(store))

    const after = await effectsSince(store, last, action)
    if (answered) expect([answered.status, after]).toEqual([200, effects])
    const isDone = after.length === effects.length && after.every((line, at) => line === effects[at])
    if (isDone) killed = { ...killed, after: killed.after + 1 }
    else {
      killed = { ...killed, before: killed.before + 1 }
      expect(after).toEqual(before)
    }

    const back = await serve(connection, dataDir, { works: false })
    expect((await act(back.url)).status).toBe(200)
    expect(await effectsSince(store, last, action)).toEqual(effects)
    const files = await openFileStore({ kind: 'folder', folder: join(dataDir, 'files') })
    const verified = await verifyRunningMarket({ store, files, now: new Date().toISOString(), afresh: true })
    expect(verified.differences).toEqual([])
    await back.stop()
    await close()
  },
  120_000,
)

/** Entries and notices of the end of the time to put a case right. */
const endsOf = async ({ db }: Store, caseId: string): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    select 'entry' as line from activity where action = 'EndRectification' and subject_id = ${caseId}
    union all select kind || ' ' || user_id from inbox_item where subject_id = ${caseId} and kind like '%case-changed'
    order by line`.execute(db)
  return rows.map(({ line }) => line)
}

it.each(Array.from({ length: Math.ceil(KILLS / REMEDIES.length) }, (_, nth) => nth + 1))(
  'a kill (%i) while the day of a case passes ends its time once, notices included',
  async nth => {
    const { connection, dataDir, remove } = await copyTemplateWithRunningClock(casesToRemedy)
    const store = openStore(connectDatabase({ ...connection, max: 2 }))
    const [one] = await store.read.list('case', { what: 'LateDelivery' })
    const { id: caseId, rectifyBy } = one!
    const told = await endsOf(store, caseId)
    const later = `${addDays(rectifyBy!, 1)}T09:00:00.000Z`
    await setMarketClock(store.db, later)
    await runMarketClock(store.db)
    const doomed = await startServer(server.main, dataDir, connection)
    await doomed.says('The market is at')
    await new Promise(resolve => setTimeout(resolve, createSeededRandom(nth).next() * 2000))
    await doomed.kill('SIGKILL')
    await waitUntil('the database has finished', () => isQuiet(store))

    const { status } = (await store.read.one('case', caseId))!
    const found = await endsOf(store, caseId)
    if (status === 'Remedying') expect(found).toEqual(told)
    const back = await serve(connection, dataDir, { works: false })
    const runtime = { ...back.runtime, now: () => later }
    for (let again = 0; again < 2; again += 1)
      await runJobs({ runtime, files: back.files }, [endPastRectifications])
    expect((await store.read.one('case', caseId))?.status).toBe('Reported')
    const ended = await endsOf(store, caseId)
    if (status !== 'Remedying') expect(found).toEqual(ended)
    expect(ended.filter(line => line === 'entry')).toEqual(['entry'])
    // Everyone got one notice when the day was set, but for the person who set it, and one when it had passed.
    expect([...ended, 'case-changed operator', 'entry'].toSorted()).toEqual(
      [...new Set(ended)].flatMap(line => [line, line]).toSorted(),
    )
    await back.stop()
    await store.db.destroy()
    await remove()
  },
  120_000,
)

it('the kills hit remedies before and after they were done', () => {
  if (process.env.SOAK_KILLS) process.stdout.write(`${JSON.stringify(killed)}\n`)
  expect(killed.before + killed.after).toBe(KILLS)
})
