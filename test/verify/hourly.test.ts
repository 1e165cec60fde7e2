import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { create } from '#actions/kit/changes'
import { appendLogEntries, buildInstallationEntry } from '#server/store/activity'
import { openActionRuntime } from '#server/open-runtime'
import { type ScheduledJob, runJobs } from '#server/tasks/schedule'
import { integrityCheckJob } from '#server/verify/verify-market'
import { readLastVerification } from '#server/verify/noted'
import { freshStore } from '../store/open.ts'
import { createEffectContext, SAMPLES } from '../store/samples.ts'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
  const { organisation, user, lpa } = SAMPLES
  await store.transaction(async tx => {
    await tx.apply(
      [
        create('lpa', lpa),
        create('organisation', { ...organisation, id: 'op', type: 'OPER', lpaId: null, broughtById: null }),
        create('user', { ...user, id: 'olive', organisationId: 'op', groups: ['sysadmin'], active: true }),
      ],
      createEffectContext(),
    )
    const said = {
      at: createEffectContext().now,
      action: 'Prepare',
      title: 'Prepare',
      message: 'Prepare',
      details: {},
    }
    await appendLogEntries(tx.db, [buildInstallationEntry(said)])
  })
})
afterAll(() => store.close())

it('the market is verified and the outcome recorded every hour; differences and their repair are reported once', async () => {
  const verified = async (now: string) => {
    const runtime = openActionRuntime(store.db, { now: () => now })
    const files = { open: async () => undefined } as never
    await runJobs({ runtime, files }, [integrityCheckJob])
    const told = await store.db.selectFrom('inboxItem').select(['userId', 'kind', 'facts']).execute()
    return { ...(await readLastVerification(store.db)), told: told.length, first: told.at(-1)?.facts }
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

it('a stopping server interrupts a verification, which is not a failure, and repeats it at the next start', async () => {
  const now = '2026-06-01T18:00:00.000Z'
  const runtime = openActionRuntime(store.db, { now: () => now })
  const stop = new AbortController()
  const stoppedThere: ScheduledJob = {
    name: 'verify',
    run: working => {
      stop.abort()
      return integrityCheckJob.run(working)
    },
  }
  const before = await readLastVerification(store.db)
  await runJobs({ runtime, files: {} as never, stopping: stop.signal }, [stoppedThere])
  expect(await readLastVerification(store.db)).toEqual(before)
  await runJobs({ runtime, files: {} as never }, [integrityCheckJob])
  expect(await readLastVerification(store.db)).toMatchObject({ at: now, ok: true })
})
