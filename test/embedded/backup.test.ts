import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createAdmin } from '#server/commands/first-admin'
import { openSecrets } from '#server/auth/secrets'
import { projectRoot } from '#server/process/places'
import { connectDatabase, migrate } from '#server/store/database'
import { startEmbeddedDatabase } from '#server/embedded/embedded'
import { loadReferenceData } from '#server/store/reference-data'

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'embedded-backup-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true, maxRetries: 20 }))
  return made
}

/** Runs one of the tools while the server may be running. */
const tool = async (name: string, where: NodeJS.ProcessEnv, ...args: string[]) => {
  const child = spawn(process.execPath, [join(projectRoot, `tools/${name}.ts`), ...args], {
    env: { PATH: process.env.PATH, BACKUP_PASSPHRASE: 'rushes grow where the water stands', ...where },
  })
  const ended = once(child, 'close')
  const said = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
  return { code: (await ended)[0] as number, said }
}

/** A second, empty database on the server of an embedded one. */
const outsideOf = async ({ host }: { host: string }): Promise<string> => {
  const client = new pg.Client({ host, user: 'app', database: 'postgres' })
  await client.connect()
  await client.query('create database outside')
  await client.end()
  return `postgres://localhost/outside?${new URLSearchParams({ host, user: 'app' }).toString()}`
}

const usersIn = async (reach: pg.PoolConfig) => {
  const db = connectDatabase(reach)
  const found = await db.selectFrom('user').select('email').execute()
  await db.destroy()
  return found
}

it('a market moves from the embedded database to a server of its own and back, by backups taken while it runs', async () => {
  const dataDir = folder()
  const { connection, stop } = await startEmbeddedDatabase({ dataDir })
  const db = connectDatabase(connection)
  await migrate(db)
  const now = '2026-06-15T18:00:00.000Z'
  await loadReferenceData(db, now)
  const admin = { email: 'ann@market.example', displayName: 'Ann', now }
  await createAdmin(db, admin)
  await db.destroy()
  const hidden = openSecrets({ dataDir }).encrypt('a second factor')

  const backups = folder()
  const first = await tool('backup', { DATA_DIR: dataDir }, backups)
  expect(first).toMatchObject({ code: 0, said: expect.stringContaining('The backup is') })
  const inFolder = (at: number) => join(backups, readdirSync(backups).toSorted()[at] ?? '')

  // Restores into the outside database, and is refused when it is not empty.
  expect(await tool('restore', { DATA_DIR: dataDir }, inFolder(0))).toMatchObject({
    code: 1,
    said: expect.stringContaining('This database is not empty'),
  })
  const DATABASE_URL = await outsideOf(connection)
  const outside = { DATABASE_URL, DATA_DIR: folder() }
  expect((await tool('restore', outside, inFolder(0))).said).toContain('Every table equals the backup')
  expect(await usersIn({ connectionString: DATABASE_URL })).toEqual([{ email: admin.email }])
  expect((await tool('backup', outside, backups)).code).toBe(0)
  await stop()

  // Restores into an empty folder, with the key.
  const back = join(folder(), 'data')
  expect(await tool('restore', { DATA_DIR: back }, inFolder(1))).toMatchObject({ code: 0 })
  expect(openSecrets({ dataDir: back }).decrypt(hidden)).toBe('a second factor')
  const again = await startEmbeddedDatabase({ dataDir: back })
  expect(await usersIn(again.connection)).toEqual([{ email: admin.email }])
  await again.stop()

  // A restore test is recorded in the market, whether its server runs or not.
  expect(await tool('verify-backup', { DATA_DIR: back }, inFolder(0), '--rehearse')).toMatchObject({
    code: 0,
    said: expect.stringMatching(/is complete, can be restored, and everything in it adds up/),
  })
  const noted = await startEmbeddedDatabase({ dataDir: back })
  const market = connectDatabase(noted.connection)
  const meta = await market
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'rehearsal')
    .executeTakeFirst()
  expect(JSON.parse(meta?.value ?? '')).toMatchObject({
    ok: true,
    result: expect.stringContaining('without errors'),
  })
  await market.destroy()
  await noted.stop()
  expect(existsSync(join(back, 'secret.key'))).toBe(true)
})
