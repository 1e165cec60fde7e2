import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { projectRoot } from '#server/places'
import { append } from '#server/store/activity'
import { connect, migrate } from '#server/store/database'
import { openStore } from '#server/store/store'
import { freshDatabase } from '../postgres.ts'

const verifyLog = (databaseUrl: string, ...args: string[]) =>
  new Promise<{ code: number; said: string }>(resolve => {
    const program = join(projectRoot, 'tools/verify-log.ts')
    const env = { ...process.env, DATABASE_URL: databaseUrl }
    const child = execFile(process.execPath, [program, ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
    )
  })

it('the activity log can be checked from outside, also against an entry noted down earlier', async () => {
  const { connection, drop } = await freshDatabase()
  const { connectionString, host, user, database } = connection
  const url =
    connectionString ?? `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`
  const db = connect(connection)
  await migrate(db)
  const about = { actorId: null, forClientId: null, roundId: null, fromStatus: null, toStatus: null }
  const entry = { ...about, at: '2026-11-21T09:00:00Z', action: 'Open', title: 'Open', message: 'Opened' }
  await openStore(db).transaction(tx =>
    append(tx.db, [{ ...entry, subjectKind: 'round', subjectId: 'round-1', details: {} }]),
  )

  const whole = await verifyLog(url)
  expect(whole).toMatchObject({ code: 0, said: expect.stringContaining('whole') })
  const noted = /1:[0-9a-f]{64}/.exec(whole.said)?.[0] ?? ''
  expect((await verifyLog(url, noted)).code).toBe(0)

  await sql`alter table activity disable trigger activity_is_final`.execute(db)
  await sql`delete from activity`.execute(db)
  await sql`update activity_head set seq = 0, hash = repeat('0', 64)`.execute(db)
  expect((await verifyLog(url)).code).toBe(0)
  expect(await verifyLog(url, noted)).toEqual({
    code: 1,
    said: 'The activity log has been changed: entry 1 is missing\n',
  })
  await db.destroy()
  await drop()
})
