import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { create } from '#actions/kit/changes'
import { append, ofInstallation } from '#server/store/activity'
import { openRuntime } from '#server/open-runtime'
import { type Job, runJobs } from '#server/tasks/schedule'
import { verifyTheMarket } from '#server/tasks/verify-market'
import { lastVerification } from '#server/verify/noted'
import { freshStore } from '../store/open.ts'
import { given, samples } from '../store/samples.ts'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
  const { organisation, user, lpa } = samples
  await store.transaction(async tx => {
    await tx.apply(
      [
        create('lpa', lpa),
        create('organisation', { ...organisation, id: 'op', type: 'OPER', lpaId: null, broughtById: null }),
        create('user', { ...user, id: 'olive', organisationId: 'op', groups: ['sysadmin'], active: true }),
      ],
      given(),
    )
    const said = { at: given().now, action: 'Prepare', title: 'Prepare', message: 'Prepare', details: {} }
    await append(tx.db, [ofInstallation(said)])
  })
})
afterAll(() => store.close())

it('every hour the market is verified and the outcome noted; what differs is told once, and that it is mended is seen', async () => {
  const verified = async (now: string) => {
    const runtime = openRuntime(store.db, { now: () => now })
    const files = { open: async () => undefined } as never
    await runJobs({ runtime, files }, [verifyTheMarket])
    const told = await store.db.selectFrom('inboxItem').select(['userId', 'kind', 'facts']).execute()
    return { ...(await lastVerification(store.db)), told: told.length, first: told.at(-1)?.facts }
  }
  const stream = (name: string) => sql`insert into activity_stream values (${name}, 7)`.execute(store.db)

  const first = { at: '2026-06-01T12:00:00.000Z', ok: true, faults: 0, told: 0 }
  expect(await verified(first.at)).toMatchObject({ ...first, wholeAt: first.at })
  expect(await verified('2026-06-01T12:20:00.000Z')).toMatchObject(first)

  await stream('one')
  const second = { at: '2026-06-01T13:00:00.000Z', ok: false, faults: 1, wholeAt: first.at, told: 1 }
  expect(await verified(second.at)).toMatchObject({
    ...second,
    differences: [{ part: 'log', what: 'The log' }],
  })
  expect(await verified('2026-06-01T14:00:00.000Z')).toMatchObject({ ok: false, told: 1 })

  await stream('two')
  expect(await verified('2026-06-01T15:00:00.000Z')).toMatchObject({ faults: 2, told: 2 })

  await sql`delete from activity_stream where stream in ('one', 'two')`.execute(store.db)
  const mended = { at: '2026-06-01T16:00:00.000Z', ok: true, faults: 0, told: 2 }
  expect(await verified(mended.at)).toMatchObject({ ...mended, wholeAt: mended.at, differences: [] })
})

it('a server that is to stop breaks a verification off, which is not a failure, and another is done at the next start', async () => {
  const now = '2026-06-01T18:00:00.000Z'
  const runtime = openRuntime(store.db, { now: () => now })
  const stop = new AbortController()
  const stoppedThere: Job = {
    name: 'verify',
    run: working => {
      stop.abort()
      return verifyTheMarket.run(working)
    },
  }
  const before = await lastVerification(store.db)
  await runJobs({ runtime, files: {} as never, stopping: stop.signal }, [stoppedThere])
  expect(await lastVerification(store.db)).toEqual(before)
  await runJobs({ runtime, files: {} as never }, [verifyTheMarket])
  expect(await lastVerification(store.db)).toMatchObject({ at: now, ok: true })
})
