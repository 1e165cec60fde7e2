import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { loadArchive } from '#server/archive/load'
import { archiveMarket } from '#server/archive/write'
import { openFileStore } from '#server/files/file-store'
import { hashOf } from '#server/store/activity'
import { connect } from '#server/store/database'
import { wrongCounts } from '#server/store/counts'
import { ledgerFaults } from '#server/store/ledger-check'
import { verifyChain } from '#server/store/log-check'
import { atOneMoment } from '#server/store/one-moment'
import { rows } from '#server/verify/rows'
import { verify } from '#server/verify/verify'
import type { Founding } from '#domain/founding'
import { foundAs } from '#server/founding'
import { firstStart } from '../builders/installation.ts'
import { copyOf, demonstration, NOW } from '../builders/templates.ts'
import { configOf } from './kept.ts'

type Copy = Awaited<ReturnType<typeof copyOf>>
let market: Copy
let archive: string
const now = () => new Date('2026-06-16T09:00:00.000Z')
const filesOf = ({ dataDir }: Pick<Copy, 'dataDir'>) => openFileStore(configOf(dataDir).files)
const archiving = async () => ({
  reach: market.connection,
  files: await filesOf(market),
  market: 'MK-SOM',
  ...{ version: '0.1.0', now },
})

/** Organisations that are in no round of the archive, but that one in it names. */
const elsewhere = ['agency-elsewhere', 'merged-elsewhere', 'brought-elsewhere']

beforeAll(async () => {
  market = await copyOf(demonstration)
  const db = connect(market.connection)
  for (const id of elsewhere)
    await db
      .insertInto('organisation')
      .values({ id, type: id === 'agency-elsewhere' ? 'AGENT' : 'PARTICIPANT', name: id })
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

const anInstallation = async (as: Founding = 'demonstration') => {
  const installation = await copyOf(firstStart)
  const db = connect(installation.connection)
  await foundAs(db, as, now().toISOString())
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

it('the settled rounds of a market go to another installation with ids, serials and documents, and its ledger adds up', async () => {
  const said = await archiveMarket({ ...(await archiving()), folder: archive })
  const there = connect(market.connection)
  const { db, load, dataDir } = await anInstallation()
  await load()
  expect(await ledgerFaults(db)).toEqual([])
  expect(await wrongCounts(db)).toBe(0)
  expect(await verifyChain(db)).toMatchObject({ ok: true })
  const followed = await atOneMoment(db, moment => verify({ db: moment, now: NOW }, [rows]))
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
  // Whoever it refers to is named, and may do nothing here.
  const people = await db.selectFrom('user').select(['active', 'groups']).execute()
  expect(people.length).toBeGreaterThan(1)
  expect(people.filter(({ active, groups }) => active || groups.length > 0)).toEqual([])
  const came = await db.selectFrom('organisation').select('id').where('id', 'in', elsewhere).execute()
  expect(came).toHaveLength(elsewhere.length)

  // Nothing sealed has left the installation, and what its log says can be hashed again.
  const open = await there.selectFrom('round').select('id').where('status', '!=', 'Settled').execute()
  expect(said.leftOut.length).toBeGreaterThan(0)
  const projects = linesOf<{ round_id: string }>('project')
  expect(projects.filter(({ round_id }) => open.some(({ id }) => id === round_id))).toEqual([])
  const entries = linesOf<{ seq: number }>('activity_chained')
  expect(entries.length).toBeGreaterThan(100)
  const known = await there.selectFrom('activityChained').selectAll().orderBy('seq').execute()
  for (const { seq } of entries.slice(0, 100)) {
    const { hash, ...entry } = known[seq - 1]!
    expect(hashOf(entry)).toBe(hash)
    expect(entries).toContainEqual(expect.objectContaining({ seq, hash }))
  }
  const entry = await db.selectFrom('activity').selectAll().where('action', '=', 'LoadArchive').execute()
  expect(entry).toHaveLength(1)
  await there.destroy()

  // A second time it is there already.
  await expect(load()).rejects.toThrow(/is here already.*only where nothing has its ids/)
  expect(await db.selectFrom('market').select('id').execute()).toHaveLength(1)
})

it('the accounts of a demonstration never come into a real market', async () => {
  const { db, load } = await anInstallation('real')
  await expect(load()).rejects.toThrow(/of a demonstration.*founded as a real market/)
  expect(await db.selectFrom('user').select('id').execute()).toEqual([])
})

it('an archive that was changed, or would change what somebody is, is refused and nothing is loaded', async () => {
  const { db, load } = await anInstallation()
  const file = join(archive, 'rows/requirement.jsonl')
  const before = readFileSync(file)
  appendFileSync(file, '{}\n')
  await expect(load()).rejects.toThrow(`${file} is gone or damaged`)
  writeFileSync(file, before)
  const [organisation] = linesOf<{ id: string }>('organisation')
  await db
    .insertInto('organisation')
    .values({ id: organisation?.id ?? '', type: 'PARTICIPANT', name: 'Somebody else' })
    .execute()
  await expect(load()).rejects.toThrow(`another organisation ${organisation?.id} here`)
  expect(await db.selectFrom('market').select('id').execute()).toEqual([])
})
