import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
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

const SAID = {
  ...{ at: createEffectContext().now, action: 'Prepare', title: 'Prepare', message: 'Prepare' },
  details: {},
}

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
    await appendLogEntries(tx.db, [buildInstallationEntry(SAID)])
  })
})
afterAll(() => store.close())

const verifiedAt = async (now: string, files: unknown = { open: async () => undefined }) => {
  const runtime = openActionRuntime(store.db, { now: () => now })
  await runJobs({ runtime, files: files as never }, [integrityCheckJob])
  const told = await store.db.selectFrom('inboxItem').select(['userId', 'kind', 'facts']).execute()
  return { ...(await readLastVerification(store.db)), told: told.length, first: told.at(-1)?.facts }
}

it('everything is verified once a night, and every hour while something differs; differences are reported once', async () => {
  const stream = (name: string) => sql`insert into activity_stream values (${name}, 7)`.execute(store.db)

  const first = { at: '2026-06-01T12:00:00.000Z', ok: true, faults: 0, told: 0 }
  expect(await verifiedAt(first.at)).toMatchObject({ ...first, wholeAt: first.at })
  await stream('one')
  for (const now of ['2026-06-01T13:00:00.000Z', '2026-06-02T01:30:00.000Z'])
    expect(await verifiedAt(now)).toMatchObject(first)

  const second = { at: '2026-06-02T02:30:00.000Z', ok: false, faults: 1, wholeAt: first.at, told: 1 }
  expect(await verifiedAt(second.at)).toMatchObject({
    ...second,
    differences: [{ part: 'log', what: 'The log' }],
  })
  expect(await verifiedAt('2026-06-02T02:50:00.000Z')).toMatchObject(second)
  const third = { at: '2026-06-02T03:30:00.000Z', ok: false, told: 1 }
  expect(await verifiedAt(third.at)).toMatchObject(third)

  await stream('two')
  expect(await verifiedAt('2026-06-02T04:30:00.000Z')).toMatchObject({ faults: 2, told: 2 })

  await sql`delete from activity_stream where stream in ('one', 'two')`.execute(store.db)
  const mended = { at: '2026-06-02T05:30:00.000Z', ok: true, faults: 0, told: 2 }
  expect(await verifiedAt(mended.at)).toMatchObject({ ...mended, wholeAt: mended.at, differences: [] })
})

it('documents filed since are verified within the hour, and everything at once if one is missing', async () => {
  const sha256 = createHash('sha256').update('').digest('hex')
  const file = (id: string) =>
    store.transaction(async tx => {
      await tx.apply(
        [create('filedDocument', { ...SAMPLES.filedDocument, id, sha256, uploadedBy: 'olive' })],
        createEffectContext(),
      )
      await appendLogEntries(tx.db, [buildInstallationEntry(SAID)])
    })
  await file('first')
  const before = { at: '2026-06-02T05:30:00.000Z', ok: true, told: 2 }
  expect(await verifiedAt('2026-06-02T06:20:00.000Z')).toMatchObject(before)
  const stored = { open: async () => ({ stream: Readable.from([]), size: 0 }) }
  expect(await verifiedAt('2026-06-02T06:30:00.000Z', stored)).toMatchObject(before)
  // Within the hour, nothing is read again.
  expect(await verifiedAt('2026-06-02T07:00:00.000Z')).toMatchObject(before)

  await file('second')
  const found = { at: '2026-06-02T07:30:00.000Z', ok: false, faults: 1, told: 3 }
  expect(await verifiedAt(found.at)).toMatchObject({
    ...found,
    differences: [{ part: 'documents', why: 'is missing from the file store' }],
  })
  expect(await verifiedAt('2026-06-02T08:30:00.000Z', stored)).toMatchObject({ ok: true, told: 3 })
})

// Everything is due on the next day.
it('a stopping server interrupts a verification, which is not a failure, and repeats it at the next start', async () => {
  const now = '2026-06-03T18:00:00.000Z'
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
