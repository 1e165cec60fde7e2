import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { generateAgeIdentity } from '#server/backup/lock'
import { makeDueBackup, selectBackupsToDelete, type LatestBackup } from '#server/backup/every'
import { readLastBackup, readLastRestoreTest, recordBackupResult } from '#server/backup/noted'
import { readBackupRequest, requestBackup } from '#server/backup/request'
import { openFileStore } from '#server/files/file-store'
import { connectDatabase } from '#server/store/database'
import { firstStart } from '../builders/installation.ts'
import { copyTemplate } from '../builders/templates.ts'
import { createBackupConfig, createTemporaryFolder } from './kept.ts'

it('backups run when due, are test-restored every day, and their results are recorded in the market', async () => {
  const market = await copyTemplate(firstStart)
  const db = connectDatabase(market.connection)
  onTestFinished(async () => {
    await db.destroy()
    await market.remove()
  })
  const { recipient } = await generateAgeIdentity()
  const latest: LatestBackup = {}
  const config = createBackupConfig(market.dataDir, {
    BACKUP_EVERY: '30',
    BACKUP_PASSPHRASE: '',
    BACKUP_RECIPIENTS: recipient,
  })
  const files = await openFileStore(config.files)
  const clock = { now: new Date('2026-11-22T16:00:00.000Z') }
  const into = createTemporaryFolder()
  const work = (now: string) => {
    clock.now = new Date(now)
    return makeDueBackup({ db, reach: market.connection, files, config, now: () => clock.now, latest }, into)
  }
  // One of two servers makes it.
  await Promise.all([work('2026-11-22T16:00:00.000Z'), work('2026-11-22T16:00:00.000Z')])
  expect(readdirSync(into)).toHaveLength(1)
  expect(await readLastBackup(db)).toMatchObject({
    at: '2026-11-22T16:00:00.000Z',
    backup: '2026-11-22T16-00-00.000Z',
    ok: true,
    result: 'Complete, without the secret key',
  })
  expect(await readLastRestoreTest(db)).toMatchObject({ ok: true, backup: '2026-11-22T16-00-00.000Z' })
  await work('2026-11-22T16:29:00.000Z')
  expect(readdirSync(into)).toHaveLength(1)
  await work('2026-11-22T16:30:00.000Z')
  expect(readdirSync(into)).toHaveLength(2)
  expect(await readLastRestoreTest(db)).toMatchObject({ at: '2026-11-22T16:00:00.000Z' })

  // A requested backup is made once, even if none is due. For a restore test, a server that cannot open the newest makes another first.
  const request = { by: 'ann', at: '2026-11-22T16:31:00.000Z' }
  await requestBackup(db, { ...request, what: 'backup' })
  await work('2026-11-22T16:31:00.000Z')
  await work('2026-11-22T16:32:00.000Z')
  expect(readdirSync(into)).toHaveLength(3)
  await requestBackup(db, { ...request, what: 'restoreTest' })
  delete latest.made
  await work('2026-11-22T16:33:00.000Z')
  expect(readdirSync(into)).toHaveLength(4)
  expect(await readLastRestoreTest(db)).toMatchObject({
    ...{ at: '2026-11-22T16:33:00.000Z', ok: true },
    result: expect.stringMatching(
      /^Restored without errors\. Compared: \d+ rows in \d+ tables, \d+ documents/,
    ),
  })
  expect(await readBackupRequest(db)).toBeNull()

  const [newest = ''] = readdirSync(into).toSorted().toReversed()
  truncateSync(join(into, newest, 'tables/lpa.copy.gz.age'))
  await recordBackupResult(db, 'backup', {
    at: '2026-11-23T16:40:00.000Z',
    backup: newest,
    ok: true,
    result: 'Complete',
  })
  await expect(work('2026-11-23T16:40:00.000Z')).rejects.toThrow('lpa.copy.gz')
  expect(await readLastRestoreTest(db)).toMatchObject({
    at: '2026-11-23T16:40:00.000Z',
    wholeAt: '2026-11-22T16:33:00.000Z',
    ok: false,
    result: expect.stringContaining('lpa.copy.gz'),
  })

  // The folder is replaced by a file: the failure is reported, and the last complete backup is still known.
  rmSync(into, { recursive: true })
  writeFileSync(into, '')
  await expect(work('2026-11-24T17:00:00.000Z')).rejects.toThrow('EEXIST')
  expect(await readLastBackup(db)).toMatchObject({
    ok: false,
    wholeAt: '2026-11-23T16:40:00.000Z',
    result: expect.stringContaining('EEXIST'),
  })
})

it('the newest backups are kept, then one per hour, day and month', () => {
  const start = Date.parse('2026-01-01T00:00:00.000Z')
  const names = Array.from({ length: 12 * 24 * 200 }, (_, nth) =>
    new Date(start + nth * 300_000).toISOString().replaceAll(':', '-'),
  ).toReversed()
  const gone = new Set(selectBackupsToDelete(names))
  const kept = names.filter(name => !gone.has(name))
  expect(kept.slice(0, 24)).toEqual(names.slice(0, 24))
  expect(new Set(kept.map(name => name.slice(0, 7))).size).toBe(7)
  expect(new Set(kept.slice(0, 100).map(name => name.slice(0, 13))).size).toBeGreaterThanOrEqual(48)
  expect(kept.length).toBeLessThan(120)
  expect(selectBackupsToDelete(kept)).toEqual([])
  expect(selectBackupsToDelete([])).toEqual([])
})
