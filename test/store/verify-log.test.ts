import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { projectRoot } from '#server/process/places'
import { appendLogEntries } from '#server/store/activity'
import { connectDatabase, migrate } from '#server/store/database'
import { chainPendingEntries } from '#server/log/chaining'
import { openStore } from '#server/store/store'
import { create } from '#actions/kit/changes'
import { createEffectContext, SAMPLES } from './samples.ts'
import { bypassGuards } from '../builders/tamper.ts'
import { createFreshDatabase } from '../postgres.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'credit-market-verify-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const tool =
  (name: string) =>
  (databaseUrl: string, ...args: string[]) =>
    new Promise<{ code: number; said: string }>(resolve => {
      const program = join(projectRoot, `tools/${name}.ts`)
      const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
      const child = execFile(process.execPath, [program, ...args], { env }, (_, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
      )
    })

const verify = tool('verify')
const verifyLog = (url: string, noted?: string) =>
  verify(url, '--log-only', ...(noted === undefined ? [] : ['--against', noted]))
const explainFault = tool('explain-fault')

it('the activity log can be verified from outside, also against an entry noted earlier', async () => {
  const { connection, drop } = await createFreshDatabase()
  const { connectionString, host, user, database } = connection
  const url =
    connectionString ?? `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`
  const db = connectDatabase(connection)
  await migrate(db)
  const about = { actorId: null, forClientId: null, roundId: null, fromStatus: null, toStatus: null }
  const entry = { ...about, at: '2026-11-21T09:00:00Z', action: 'Open', title: 'Open', message: 'Opened' }
  await openStore(db).transaction(tx =>
    appendLogEntries(tx.db, [{ ...entry, subjectKind: 'round', subjectId: 'round-1', details: {} }]),
  )

  const whole = await verifyLog(url)
  expect(whole).toMatchObject({ code: 0, said: expect.stringContaining('intact') })
  const noted = /1:[0-9a-f]{64}/.exec(whole.said)?.[0] ?? ''
  expect((await verifyLog(url, noted)).code).toBe(0)
  const everything = await verify(url, '--against', noted)
  expect(everything.code).toBe(0)
  for (const part of ['log', 'rows', 'trail', 'registry', 'market', 'certificates', 'land', 'documents'])
    expect(everything.said).toMatch(new RegExp(`^${part} +\\d+ checked, 0 differ$`, 'm'))
  for (const wrong of [['--against', '1'], ['--log'], ['1:abc']])
    expect(await verify(url, ...wrong)).toMatchObject({
      code: 2,
      said: expect.stringContaining('npm run verify -- --log-only --against 120:abc…'),
    })
  expect(await verify(`${url}_that_is_not_there`)).toMatchObject({
    code: 3,
    said: expect.stringMatching(/^The market could not be verified: /),
  })

  const tables = ['activity', 'activity_chain', 'activity_stream', 'log_leaf', 'log_hash']
  await bypassGuards(db, ...tables.map(table => `delete from ${table}`))
  expect((await verifyLog(url)).code).toBe(0)
  const changed = await verifyLog(url, noted)
  expect(changed.code).toBe(1)
  expect(changed.said).toMatch(/^log +0 checked, 1 differ$/m)
  expect(changed.said).toMatch(/^The activity log has been changed/m)
  expect(changed.said).toMatch(/^log: Entry 1 is missing\nlog: Compare the log with a receipt/m)

  const operator = {
    ...SAMPLES.organisation,
    id: 'op',
    type: 'OPER' as const,
    lpaId: null,
    broughtById: null,
  }
  const olive = { ...SAMPLES.user, id: 'olive', username: 'olive', organisationId: 'op', active: true }
  await openStore(db).transaction(async tx => {
    await tx.apply([create('organisation', operator), create('user', olive)], createEffectContext())
    await appendLogEntries(tx.db, [{ ...entry, subjectKind: 'round', subjectId: 'round-2', details: {} }])
  })
  await chainPendingEntries(db)
  await bypassGuards(db, `update activity set message = 'x' where subject_id = 'round-2'`)
  expect((await verifyLog(url)).code).toBe(1)
  expect((await explainFault(url, '1', 'nobody', 'why')).code).toBe(1)
  expect((await explainFault(url, '2', 'olive', 'why')).code).toBe(1)
  expect((await explainFault(url, '1', 'olive', 'the disk was repaired')).code).toBe(0)
  expect(await verifyLog(url)).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      /^log: Entry 1 is not what was written; explained in entry 2 by olive .*the disk was repaired/m,
    ),
  })
  await db.destroy()
  await drop()
})
