import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { inject } from 'vitest'
import { runMarketClock, setMarketClock } from './market-clock.ts'
import { certify } from './seal.ts'
import { loadDemonstration } from '#server/demonstration/load'
import { openFileStore } from '#server/files/file-store'
import { openRuntime } from '#server/open-runtime'
import { connect, migrate } from '#server/store/database'
import { foundAs } from '#server/founding'
import { loadReferenceData } from '#server/store/reference-data'
import { asMaintainer, freshDatabase, type Reach, reachOf } from '../postgres.ts'

/** The day on which the demonstration market of the tests was loaded, and the moment at which they begin. */
const TODAY = '2026-06-15'
export const NOW = `${TODAY}T18:00:00.000Z`
/** With which everybody signs in there. */
export const PASSWORD = 'market-garden-2026'

/** A market that many tests begin with: made once in a run, then copied. */
export interface Template {
  name: string
  from?: Template
  make: (reach: Reach, dataDir: string) => Promise<void>
}

const databaseOf = (name: string): string => `template_${inject('run')}_${name}`
const dataOf = (name: string): string => join(tmpdir(), `credit-market-${inject('run')}`, name)

/** A database and a data folder of one's own, as the template says. */
export const copyOf = async (template: Template) => {
  await made(template)
  const { name, connection, drop } = await freshDatabase(databaseOf(template.name))
  const dataDir = mkdtempSync(join(tmpdir(), 'credit-market-world-'))
  cpSync(dataOf(template.name), dataDir, { recursive: true })
  const remove = async () => {
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { name, connection, dataDir, remove }
}

/** The same with a clock that runs on from the moment of the template, for servers in processes of their own. */
export const runningCopyOf = async (template: Template) => {
  const copy = await copyOf(template)
  const db = connect({ ...copy.connection, max: 1 })
  await runMarketClock(db)
  await db.destroy()
  return copy
}

/** Several test files ask at the same time: the first makes it and the others wait. */
const made = async (template: Template): Promise<void> => {
  if (template.from) await made(template.from)
  await asMaintainer(async client => {
    await client.query('select pg_advisory_lock(hashtext($1))', [databaseOf(template.name)])
    if (!(await isThere(client, databaseOf(template.name)))) await make(client, template)
  })
}

const isThere = async (client: pg.Client, name: string): Promise<boolean> =>
  ((await client.query('select from pg_database where datname = $1', [name])).rowCount ?? 0) > 0

const make = async (client: pg.Client, { name, from, make: fill }: Template): Promise<void> => {
  const making = databaseOf(`${name}_making`)
  await client.query(`drop database if exists "${making}" with (force)`)
  await client.query(`create database "${making}"${from ? ` template "${databaseOf(from.name)}"` : ''}`)
  rmSync(dataOf(name), { recursive: true, force: true })
  mkdirSync(dataOf(name), { recursive: true })
  if (from) cpSync(dataOf(from.name), dataOf(name), { recursive: true })
  await fill(reachOf(making), dataOf(name))
  await client.query(`alter database "${making}" rename to "${databaseOf(name)}"`)
}

/** An empty database that has been brought up to date. */
export const tablesOnly: Template = {
  name: 'tables_only',
  make: async reach => {
    const db = connect(reach)
    await migrate(db)
    await db.destroy()
  },
}

const demonstrationAt = (name: string, now: string, isToday = false): Template => ({
  name,
  from: tablesOnly,
  make: async (reach, dataDir) => {
    // Nobody will miss it after a power cut, so its many small steps need not wait for the disk.
    const db = connect({ ...reach, options: '-c synchronous_commit=off' })
    if (!isToday) await setMarketClock(db, now)
    await foundAs(db, 'demonstration', now)
    await loadReferenceData(db, now)
    const files = await openFileStore({ kind: 'folder', folder: join(dataDir, 'files') })
    const runtime = openRuntime(db, { certify, now: () => now, secondPersonFor: () => 'nobody' })
    await loadDemonstration(runtime, files, PASSWORD, () => undefined)
    await db.destroy()
  },
})

/** The demonstration market as a first start leaves it. */
export const demonstration = demonstrationAt('demonstration', NOW)

/** The same as a first start of today leaves it, for a server whose clock nobody sets. */
export const demonstrationOfToday = demonstrationAt('demonstration_of_today', new Date().toISOString(), true)
