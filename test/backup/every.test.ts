import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newIdentity } from '#server/backup/lock'
import { keepBackedUp, type Latest } from '#server/backup/every'
import { superfluous } from '#server/backup/keep'
import { lastBackup, lastRehearsal, noteOutcome } from '#server/backup/noted'
import { openFileStore } from '#server/files/file-store'
import { connect } from '#server/store/database'
import { firstStart } from '../builders/installation.ts'
import { copyOf } from '../builders/templates.ts'
import { configOf, folder } from './kept.ts'

it('backups are made when they are due and rehearsed every day, and what came of it is noted in the market', async () => {
  const market = await copyOf(firstStart)
  const db = connect(market.connection)
  onTestFinished(async () => {
    await db.destroy()
    await market.remove()
  })
  const { recipient } = await newIdentity()
  const latest: Latest = {}
  const config = configOf(market.dataDir, {
    BACKUP_EVERY: '30',
    BACKUP_PASSPHRASE: '',
    BACKUP_RECIPIENTS: recipient,
  })
  const files = await openFileStore(config.files)
  const clock = { now: new Date('2026-11-22T16:00:00.000Z') }
  const into = folder()
  const work = (now: string) => {
    clock.now = new Date(now)
    return keepBackedUp({ db, reach: market.connection, files, config, now: () => clock.now, latest }, into)
  }
  // Of two servers one makes it.
  await Promise.all([work('2026-11-22T16:00:00.000Z'), work('2026-11-22T16:00:00.000Z')])
  expect(readdirSync(into)).toHaveLength(1)
  expect(await lastBackup(db)).toMatchObject({
    at: '2026-11-22T16:00:00.000Z',
    backup: '2026-11-22T16-00-00.000Z',
    ok: true,
    result: 'Whole, without the secret key',
  })
  expect(await lastRehearsal(db)).toMatchObject({ ok: true, backup: '2026-11-22T16-00-00.000Z' })
  await work('2026-11-22T16:29:00.000Z')
  expect(readdirSync(into)).toHaveLength(1)
  await work('2026-11-22T16:30:00.000Z')
  expect(readdirSync(into)).toHaveLength(2)
  expect(await lastRehearsal(db)).toMatchObject({ at: '2026-11-22T16:00:00.000Z' })

  const [newest = ''] = readdirSync(into).toSorted().toReversed()
  truncateSync(join(into, newest, 'tables/lpa.copy.gz.age'))
  await noteOutcome(db, 'backup', {
    at: '2026-11-23T16:00:00.000Z',
    backup: newest,
    ok: true,
    result: 'Whole',
  })
  await expect(work('2026-11-23T16:00:00.000Z')).rejects.toThrow('lpa.copy.gz')
  expect(await lastRehearsal(db)).toMatchObject({
    at: '2026-11-23T16:00:00.000Z',
    wholeAt: '2026-11-22T16:00:00.000Z',
    ok: false,
    result: expect.stringContaining('lpa.copy.gz'),
  })

  // Where a folder should be is a file: that is told, and the last whole one stays known.
  rmSync(into, { recursive: true })
  writeFileSync(into, '')
  await expect(work('2026-11-24T16:00:00.000Z')).rejects.toThrow('EEXIST')
  expect(await lastBackup(db)).toMatchObject({
    ok: false,
    wholeAt: '2026-11-23T16:00:00.000Z',
    result: expect.stringContaining('EEXIST'),
  })
})

it('of many backups the last stay, then one of each hour, day and month', () => {
  const start = Date.parse('2026-01-01T00:00:00.000Z')
  const names = Array.from({ length: 12 * 24 * 200 }, (_, nth) =>
    new Date(start + nth * 300_000).toISOString().replaceAll(':', '-'),
  ).toReversed()
  const gone = new Set(superfluous(names))
  const kept = names.filter(name => !gone.has(name))
  expect(kept.slice(0, 24)).toEqual(names.slice(0, 24))
  expect(new Set(kept.map(name => name.slice(0, 7))).size).toBe(7)
  expect(new Set(kept.slice(0, 100).map(name => name.slice(0, 13))).size).toBeGreaterThanOrEqual(48)
  expect(kept.length).toBeLessThan(120)
  expect(superfluous(kept)).toEqual([])
  expect(superfluous([])).toEqual([])
})
