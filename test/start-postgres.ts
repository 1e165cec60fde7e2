import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/store/embedded'
import { asMaintainer, type Reach } from './postgres.ts'

/** A PostgreSQL, the name of this run there, and what ends it. */
interface Started {
  run: string
  reach: Reach
  end: () => Promise<void>
}

const start = async (): Promise<Started> => {
  const outside = process.env.DATABASE_URL
  const keptAs = outside && process.env.TEST_TEMPLATES
  const run = keptAs || randomBytes(4).toString('hex')
  if (outside) {
    const reach: Reach = { connectionString: outside }
    const end = async () => {
      if (!keptAs) await asMaintainer(client => dropTemplates(client, run), reach)
    }
    return { run, reach, end }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'credit-market-test-'))
  const { connection, stop } = await startEmbedded({ dataDir })
  // Nobody will miss these databases after a power cut, so nothing of them waits for the disk.
  await asMaintainer(async client => {
    await client.query('alter system set fsync = off')
    await client.query('select pg_reload_conf()')
  }, connection)
  const end = async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { run, reach: connection, end }
}

/** Of this process: each project has this file to itself, and what they copy from is made once for all of them. */
const shared = globalThis as { testsPostgres?: { started: Promise<Started>; users: number } }

/** One PostgreSQL for all tests that need one: the embedded one, or the one that DATABASE_URL names. */
export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  shared.testsPostgres ??= { started: start(), users: 0 }
  const its = shared.testsPostgres
  its.users += 1
  const { run, reach, end } = await its.started
  provide('run', run)
  provide('postgres', reach)
  return async () => {
    its.users -= 1
    if (its.users > 0) return
    delete shared.testsPostgres
    await end()
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
