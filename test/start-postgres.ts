import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/store/embedded'
import { asMaintainer, type Reach } from './postgres.ts'

/** One PostgreSQL for all tests that need one: the embedded one, or the one that DATABASE_URL names. */
export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const run = randomBytes(4).toString('hex')
  provide('run', run)
  const outside = process.env.DATABASE_URL
  if (outside) {
    const server: Reach = { connectionString: outside }
    provide('postgres', server)
    return () => asMaintainer(client => dropTemplates(client, run), server)
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'credit-market-test-'))
  const { connection, stop } = await startEmbedded({ dataDir })
  // Nobody will miss these databases after a power cut, so nothing of them waits for the disk.
  await asMaintainer(async client => {
    await client.query('alter system set fsync = off')
    await client.query('select pg_reload_conf()')
  }, connection)
  provide('postgres', connection)
  return async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

// An outside server stays after the tests, so what they left to copy from must go.
const dropTemplates = async (client: pg.Client, run: string): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where datname like $1',
    [`template_${run}_%`],
  )
  for (const { name } of rows) await client.query(`drop database if exists "${name}" with (force)`)
}
