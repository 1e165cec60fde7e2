import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { inject } from 'vitest'
import { runMarketClock, setMarketClock } from './market-clock.ts'
import { certify } from './seal.ts'
import { loadDemonstration } from '#server/demonstration/load'
import { openFileStore } from '#server/files/file-store'
import { openActionRuntime } from '#server/open-runtime'
import { connectDatabase, migrate } from '#server/store/database'
import { requireMarketFoundedAs } from '#server/demonstration/founding'
import { loadReferenceData } from '#server/store/reference-data'
import {
  runAsMaintainer,
  createFreshDatabase,
  type DatabaseConnectionConfig,
  connectionConfigOf,
  copyOf,
} from '../postgres.ts'
import { hashOfSources } from '../hash-of-sources.ts'
import { databasesLike, dropDatabases, TEMPLATE_FILES, templatesOf } from '../template-databases.ts'

/** The instant at which the demonstration market of the tests was loaded, and at which they begin. */
export const TEMPLATE_NOW = '2026-06-15T18:00:00.000Z'
/** The password of everyone there. */
export const TEMPLATE_PASSWORD = 'market-garden-2026'

/** A market that many tests start from: made once, cached until its sources change, and copied. */
export interface Template {
  name: string
  /** The file that defines it, as in `import.meta.filename`. */
  file: string
  from?: Template
  make: (reach: DatabaseConnectionConfig, dataDir: string) => Promise<void>
}

const hashes = new Map<string, string>()
const hashOf = (file: string): string => {
  const hash = hashes.get(file) ?? hashOfSources(file)
  hashes.set(file, hash)
  return hash
}

const databaseOf = ({ name, file }: Template): string =>
  `${templatesOf(inject('run'))}${hashOf(file)}_${name}`
const dataOf = (template: Template): string => join(TEMPLATE_FILES, databaseOf(template))

/** A private copy of a template’s database and data folder. */
export const copyTemplate = async (template: Template) => {
  await made(template)
  const { name, connection, drop } = await createFreshDatabase(databaseOf(template))
  const dataDir = mkdtempSync(join(tmpdir(), 'credit-market-world-'))
  cpSync(dataOf(template), dataDir, { recursive: true })
  const remove = async () => {
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { name, connection, dataDir, remove }
}

/** The same with a clock that runs on from the instant of the template, for servers in processes of their own. */
export const copyTemplateWithRunningClock = async (template: Template) => {
  const copy = await copyTemplate(template)
  const db = connectDatabase({ ...copy.connection, max: 1 })
  await runMarketClock(db)
  await db.destroy()
  return copy
}

/** Several test files may need it simultaneously: the first makes it and the others wait. */
const made = async (template: Template): Promise<void> => {
  if (template.from) await made(template.from)
  const database = databaseOf(template)
  await runAsMaintainer(async client => {
    await client.query('select pg_advisory_lock(hashtext($1))', [database])
    if (!(await databasesLike(client, `^${database}$`)).length || !existsSync(dataOf(template)))
      await make(client, template)
  })
}

const make = async (client: pg.Client, template: Template): Promise<void> => {
  const { name, from, make: fill } = template
  const ofAnyHash = `^${templatesOf(inject('run'))}[0-9a-f]+_${name}(_making)?$`
  await dropDatabases(client, await databasesLike(client, ofAnyHash))
  const making = `${databaseOf(template)}_making`
  await client.query(`create database "${making}"${from ? copyOf(databaseOf(from)) : ''}`)
  rmSync(dataOf(template), { recursive: true, force: true })
  mkdirSync(dataOf(template), { recursive: true })
  if (from) cpSync(dataOf(from), dataOf(template), { recursive: true })
  await fill(connectionConfigOf(making), dataOf(template))
  await client.query(`alter database "${making}" rename to "${databaseOf(template)}"`)
}

/** An empty database with current tables. */
export const emptyTables: Template = {
  name: 'tables_only',
  file: import.meta.filename,
  make: async reach => {
    const db = connectDatabase(reach)
    await migrate(db)
    await db.destroy()
  },
}

/** Makes ids that are the same each time, so that rows have the same order in every index. */
const reproducibleIds = (): (() => string) => {
  let count = 0
  return () => {
    count += 1
    return createHash('sha256').update(`demonstration ${count}`).digest('hex').slice(0, 16)
  }
}

/** The demonstration market after a first start. */
export const demonstration: Template = {
  name: 'demonstration',
  file: import.meta.filename,
  from: emptyTables,
  make: async (reach, dataDir) => {
    // These databases need not survive a power cut, so the many small steps do not wait for the disk.
    const db = connectDatabase({ ...reach, options: '-c synchronous_commit=off' })
    await setMarketClock(db, TEMPLATE_NOW)
    await requireMarketFoundedAs(db, 'demonstration', TEMPLATE_NOW)
    await loadReferenceData(db, TEMPLATE_NOW)
    const files = await openFileStore({ kind: 'folder', folder: join(dataDir, 'files') })
    const runtime = openActionRuntime(db, {
      ...{ certify, now: () => TEMPLATE_NOW, newId: reproducibleIds() },
      secondPersonFor: () => 'nobody',
    })
    await loadDemonstration(runtime, files, TEMPLATE_PASSWORD, () => undefined)
    await db.destroy()
  },
}
