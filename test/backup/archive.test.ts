import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { loadArchive } from '#server/archive/load'
import { writeMarketArchive } from '#server/archive/write'
import { openFileStore } from '#server/files/file-store'
import { hashLogEntry } from '#server/store/activity'
import { connectDatabase } from '#server/store/database'
import { countIncorrectCounts } from '#server/counts/counts'
import { listLedgerFaults } from '#server/store/ledger-check'
import { verifyLogChain } from '#server/log/log-check'
import { readOnSnapshot } from '#server/store/one-moment'
import { currentRowsCheck } from '#server/verify/rows'
import { runChecks } from '#server/verify/verify'
import type { MarketFounding } from '#domain/people/founding'
import { requireMarketFoundedAs } from '#server/demonstration/founding'
import { firstStart } from '../builders/installation.ts'
import { copyTemplate, demonstration, TEMPLATE_NOW } from '../builders/templates.ts'
import { createBackupConfig } from './kept.ts'

type Copy = Awaited<ReturnType<typeof copyTemplate>>
let market: Copy
let archive: string
const now = () => new Date('2026-06-16T09:00:00.000Z')
const filesOf = ({ dataDir }: Pick<Copy, 'dataDir'>) => openFileStore(createBackupConfig(dataDir).files)
const archiving = async () => ({
  reach: market.connection,
  files: await filesOf(market),
  market: 'MK-SOM',
  ...{ version: '0.1.0', now },
})

/** Organisations that are in no round of the archive, but that an organisation in it refers to. */
const elsewhere = ['agency-elsewhere', 'merged-elsewhere', 'brought-elsewhere']

beforeAll(async () => {
  market = await copyTemplate(demonstration)
  const db = connectDatabase(market.connection)
  for (const id of elsewhere)
    await db
      .insertInto('organisation')
      .values({
        vatRegistrations: '[]',
        id,
        type: id === 'agency-elsewhere' ? 'AGENT' : 'PARTICIPANT',
        name: id,
      })
      .execute()
  const named = db.updateTable('organisation')
  const inArchive = await db
    .selectFrom('participation')
    .innerJoin('round', 'round.id', 'roundId')
    .innerJoin('organisation', 'organisation.id', 'organisationId')
    .select('organisation.id')
    .where('marketId', '=', 'MK-SOM')
    .where('round.status', '=', 'Settled')
    .where('type', '=', 'PARTICIPANT')
    .executeTakeFirstOrThrow()
  const [agency, into, brought] = elsewhere
  await named.set({ broughtById: agency }).where('id', '=', brought!).execute()
  await named.set({ mergedIntoId: into, broughtById: brought }).where('id', '=', inArchive.id).execute()
  await db.destroy()
  archive = join(market.dataDir, 'somerset')
})
afterAll(() => market.remove())

const anInstallation = async (as: MarketFounding = 'demonstration') => {
  const installation = await copyTemplate(firstStart)
  const db = connectDatabase(installation.connection)
  await requireMarketFoundedAs(db, as, now().toISOString())
  onTestFinished(async () => {
    await db.destroy()
    await installation.remove()
  })
  const load = async () => loadArchive(installation.connection, await filesOf(installation), archive, now)
  return { ...installation, db, load }
}

const linesOf = <T>(table: string): T[] =>
  readFileSync(join(archive, `rows/${table}.jsonl`), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as T)

it('settled rounds are archived into another installation with ids, serials and documents, and its ledger adds up', async () => {
  const said = await writeMarketArchive({ ...(await archiving()), folder: archive })
  const there = connectDatabase(market.connection)
  const { db, load, dataDir } = await anInstallation()
  await load()
  expect(await listLedgerFaults(db)).toEqual([])
  expect(await countIncorrectCounts(db)).toBe(0)
  expect(await verifyLogChain(db)).toMatchObject({ ok: true })
  const followed = await readOnSnapshot(db, moment =>
    runChecks({ db: moment, now: TEMPLATE_NOW }, [currentRowsCheck]),
  )
  expect(followed.differences).toEqual([])
  const settled = (of: typeof db) =>
    of.selectFrom('round').where('marketId', '=', 'MK-SOM').where('status', '=', 'Settled')
  const rounds = (await settled(there).select('id').execute()).map(({ id }) => id)
  const serials = async (of: typeof db) =>
    of
      .selectFrom('creditBlock')
      .innerJoin('credit', 'credit.id', 'creditId')
      .select(['serial', 'credit.status', 'requirementId'])
      .where('roundId', 'in', rounds)
      .orderBy('serial')
      .execute()
  expect((await serials(db)).length).toBeGreaterThan(20)
  expect(await serials(db)).toEqual(await serials(there))
  expect(said.documents.length).toBeGreaterThan(0)
  for (const { sha256 } of said.documents)
    expect(existsSync(join(dataDir, 'files', sha256.slice(0, 2), sha256))).toBe(true)
  expect(await db.selectFrom('credential').select('userId').execute()).toEqual([])
  // People referred to are named, and have no rights here.
  const people = await db.selectFrom('user').select(['active', 'groups']).execute()
  expect(people.length).toBeGreaterThan(1)
  expect(people.filter(({ active, groups }) => active || groups.length > 0)).toEqual([])
  const came = await db.selectFrom('organisation').select('id').where('id', 'in', elsewhere).execute()
  expect(came).toHaveLength(elsewhere.length)

  // Nothing sealed has left the installation, and its log entries can be hashed again.
  const open = await there.selectFrom('round').select('id').where('status', '!=', 'Settled').execute()
  expect(said.leftOut.length).toBeGreaterThan(0)
  const projects = linesOf<{ round_id: string }>('project')
  expect(projects.filter(({ round_id }) => open.some(({ id }) => id === round_id))).toEqual([])
  const entries = linesOf<{ seq: number }>('activity_chained')
  expect(entries.length).toBeGreaterThan(100)
  const known = await there.selectFrom('activityChained').selectAll().orderBy('seq').execute()
  for (const { seq } of entries.slice(0, 100)) {
    const { hash, ...entry } = known[seq - 1]!
    expect(hashLogEntry(entry)).toBe(hash)
    expect(entries).toContainEqual(expect.objectContaining({ seq, hash }))
  }
  const entry = await db.selectFrom('activity').selectAll().where('action', '=', 'LoadArchive').execute()
  expect(entry).toHaveLength(1)
  await there.destroy()

  // The second load finds everything already there.
  await expect(load()).rejects.toThrow(/is already here.*loaded only where nothing has the same ids/)
  expect(await db.selectFrom('market').select('id').execute()).toHaveLength(1)
})

it('the accounts of a demonstration are never loaded into a real market', async () => {
  const { db, load } = await anInstallation('real')
  await expect(load()).rejects.toThrow(/of a demonstration.*founded as a real market/)
  expect(await db.selectFrom('user').select('id').execute()).toEqual([])
})

it('an archive that was changed, or would change what a record is, is refused and nothing is loaded', async () => {
  const { db, load } = await anInstallation()
  const file = join(archive, 'rows/requirement.jsonl')
  const before = readFileSync(file)
  appendFileSync(file, '{}\n')
  await expect(load()).rejects.toThrow(`${file} is missing or damaged`)
  writeFileSync(file, before)
  const [organisation] = linesOf<{ id: string }>('organisation')
  await db
    .insertInto('organisation')
    .values({
      vatRegistrations: '[]',
      id: organisation?.id ?? '',
      type: 'PARTICIPANT',
      name: 'Somebody else',
    })
    .execute()
  await expect(load()).rejects.toThrow(`a different organisation ${organisation?.id} here`)
  expect(await db.selectFrom('market').select('id').execute()).toEqual([])
})
