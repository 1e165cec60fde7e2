import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isBeforeSettlement } from '#domain/credit/credit'
import { beginSession } from '#server/auth/sessions'
import { connectDatabase } from '#server/store/database'
import { openStore, type Store } from '#server/store/store'
import { expectConsistentLedger } from '../builders/books.ts'
import { expectSoundAuditTrail } from '../builders/honest-trail.ts'
import { openMatchedRound, SOMERSET_ROUND } from '../builders/rounds.ts'
import { copyTemplateWithRunningClock } from '../builders/templates.ts'
import { type Answer, personAt, serve, submissionOf, waitUntil, world } from '../builders/world.ts'
import { bundleServer, startServer } from './process.ts'

/** The everyday run kills three times; SOAK_KILLS sets how often a long run does. */
const KILLS = Number(process.env.SOAK_KILLS) || 3

let server: Awaited<ReturnType<typeof bundleServer>>
let milliseconds: number
beforeAll(async () => {
  server = await bundleServer()
  const calm = await world({ from: openMatchedRound })
  await calm.as('operator').form('AcceptMatch', SOMERSET_ROUND)
  const before = performance.now()
  await calm.as('operator').tries('AcceptMatch', SOMERSET_ROUND, { confirmed: true })
  milliseconds = performance.now() - before
  await calm.close()
})
afterAll(() => server.remove())

/** Instants spread evenly over a settlement with small offsets, the same in every run. */
const moments = Array.from({ length: KILLS }, (_, nth) => ((nth + ((nth * 7) % 10) / 10) / KILLS) * 1.3)

const acceptance = submissionOf({ values: { confirmed: true } })
const accept = { ...acceptance, headers: { ...acceptance.headers, 'idempotency-key': 'accept-once' } }
const PATH = `/api/round/${SOMERSET_ROUND.id}/action/AcceptMatch`

/** A killed client’s transaction may still be running in the database. */
const isQuiet = async ({ db }: Store): Promise<boolean> => {
  const { rows } = await sql<{ others: number }>`select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  return rows[0]?.others === 0
}

const expectNotBegun = async ({ db, read }: Store): Promise<void> => {
  const roundId = SOMERSET_ROUND.id ?? ''
  const settled = (await read.list('credit', { roundId })).filter(({ status }) => !isBeforeSettlement(status))
  expect(settled).toEqual([])
  expect(await read.list('project', { roundId, status: ['Matched', 'Unmatched'] })).toEqual([])
  expect(await read.list('requirement', { roundId, status: ['RightsCreated', 'Unmatched'] })).toEqual([])
  const told = await db
    .selectFrom('activity')
    .select('id')
    .where('action', '=', 'AcceptMatch')
    .where('roundId', '=', roundId)
    .execute()
  expect(told).toEqual([])
  expect(await db.selectFrom('idempotency').select('key').where('key', '=', 'accept-once').execute()).toEqual(
    [],
  )
}

it.each(moments.map((moment, nth) => [nth + 1, moment]))(
  'a settlement interrupted by a kill is done completely or not at all, and a retry has the same result (%i)',
  async (_nth, moment) => {
    const { connection, dataDir, remove } = await copyTemplateWithRunningClock(openMatchedRound)
    const store = openStore(connectDatabase({ ...connection, max: 1 }))
    const cookie = `session=${await beginSession(store.db, 'operator', new Date().toISOString())}`
    const doomed = await startServer(server.main, dataDir, connection)
    await doomed.says('The market is at')
    const operator = personAt(doomed.url, async () => cookie)
    await operator.form('AcceptMatch', SOMERSET_ROUND)
    const answer = operator.send(PATH, accept).catch((): Answer | undefined => undefined)
    await new Promise(resolve => setTimeout(resolve, moment * milliseconds))
    await doomed.kill('SIGKILL')
    const answered = await answer
    await waitUntil('the database has finished', () => isQuiet(store))

    const { status } = (await store.read.one('round', SOMERSET_ROUND.id ?? ''))!
    if (answered) expect([answered.status, status]).toEqual([200, 'Settled'])
    if (status === 'Matched') await expectNotBegun(store)
    else expect(status).toBe('Settled')
    await expectSoundAuditTrail(store)

    const back = await serve(connection, dataDir, { works: false })
    expect((await back.as('operator').send(PATH, accept)).status).toBe(200)
    await expectConsistentLedger(store, SOMERSET_ROUND.id ?? '')
    await expectSoundAuditTrail(store)
    await back.stop()
    await store.db.destroy()
    await remove()
  },
)
