import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { canonicalJson } from '@credit-market/values/canonical'
import { openSecrets } from '#server/auth/secrets'
import { generateAgeIdentity } from '#server/backup/lock'
import { openBackup } from '#server/backup/manifest'
import { verifyBackup } from '#server/backup/verify'
import { appendLogEntries } from '#server/store/activity'
import { chainPendingEntries } from '#server/log/chaining'
import { connectDatabase } from '#server/store/database'
import { readOnSnapshot } from '#server/store/one-moment'
import { currentRowsCheck as followFromTheLog } from '#server/verify/rows'
import { runChecks } from '#server/verify/verify'
import { copyTemplate, demonstration, TEMPLATE_NOW } from '../builders/templates.ts'
import {
  backUpInstallation,
  createBackupConfig,
  createEmptyDatabase,
  createTemporaryFolder,
  PASSPHRASE,
  restoreBackup,
} from './kept.ts'

let market: Awaited<ReturnType<typeof copyTemplate>>
beforeAll(async () => {
  market = await copyTemplate(demonstration)
  openSecrets({ dataDir: market.dataDir })
})
afterAll(() => market.remove())

const filesOf = (backup: string) =>
  readdirSync(backup, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

const identityFile = (identity: string): string => {
  const file = join(createTemporaryFolder(), 'backup.key')
  writeFileSync(file, `# created: 2026-11-24\n${identity}\n`)
  return file
}

/** Text of a file, decompressed and without its armour. */
const readings = (file: string): Buffer[] => {
  const bytes = readFileSync(file)
  try {
    return [bytes, gunzipSync(bytes)]
  } catch {
    return [bytes]
  }
}

it('hides the sealed amounts of an open round from anyone without the key', async () => {
  const copy = await copyTemplate(demonstration)
  openSecrets({ dataDir: copy.dataDir })
  const db = connectDatabase(copy.connection)
  const planted = 987_654_321
  const { id } = await db
    .updateTable('requirement')
    .set({ bid: planted })
    .where('id', '=', eb =>
      eb.selectFrom('requirement').select('id').where('status', '=', 'Bid').orderBy('id').limit(1),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const { backup } = await backUpInstallation(copy)
  for (const file of filesOf(backup))
    for (const bytes of readings(file)) {
      expect(bytes.includes(String(planted)), file).toBe(false)
      expect(bytes.includes(id), file).toBe(false)
    }
  const opened = await openBackup(backup, { passphrase: PASSPHRASE })
  const requirements = gunzipSync(await buffer(opened.read('tables/requirement.copy.gz'))).toString()
  expect(requirements).toContain(String(planted))
  await db.destroy()
  await copy.remove()
})

it('refuses to back up without a recipient or passphrase, and says what to set', async () => {
  await expect(backUpInstallation(market, { passphrase: undefined })).rejects.toThrow(
    /must be encrypted: set BACKUP_RECIPIENTS.*or set BACKUP_PASSPHRASE/,
  )
})

it('opens for the secret key of any recipient and for no other', async () => {
  const [first, second, stranger] = [
    await generateAgeIdentity(),
    await generateAgeIdentity(),
    await generateAgeIdentity(),
  ]
  const { backup } = await backUpInstallation(market, {
    recipients: [first.recipient, second.recipient],
    passphrase: undefined,
  })
  const more = (identity: string) => ({ BACKUP_PASSPHRASE: '', BACKUP_IDENTITY: identityFile(identity) })
  await expect(restoreBackup(backup, { more: { BACKUP_PASSPHRASE: '' } })).rejects.toThrow(
    'This backup is encrypted: set the file with the secret key of one of its recipients in BACKUP_IDENTITY',
  )
  await expect(restoreBackup(backup, { more: more(stranger.identity) })).rejects.toThrow('BACKUP_IDENTITY')
  const restored = await restoreBackup(backup, { more: more(second.identity) })
  expect(restored.faults).toEqual([])
  // The restore includes the secret key of the installation.
  expect(readFileSync(join(restored.dataDir, 'secret.key'), 'utf8')).toBe(
    readFileSync(join(market.dataDir, 'secret.key'), 'utf8'),
  )
})

it('is verified from outside without a key, and says so', async () => {
  const { backup } = await backUpInstallation(market)
  expect(await verifyBackup(backup)).toMatchObject({
    opened: null,
    faults: [],
    notes: [expect.stringContaining('was not read')],
  })
  const file = join(backup, 'tables/organisation.copy.gz.age')
  const bytes = readFileSync(file)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  writeFileSync(file, bytes)
  expect((await verifyBackup(backup)).faults).toEqual([expect.stringContaining(file)])
})

it('refuses an invalid key setting before it does anything', () => {
  const dataDir = createTemporaryFolder()
  expect(() => createBackupConfig(dataDir, { BACKUP_RECIPIENTS: 'ssh-ed25519 AAAA' })).toThrow(
    'BACKUP_RECIPIENTS',
  )
  expect(() => createBackupConfig(dataDir, { BACKUP_IDENTITY: join(dataDir, 'none') })).toThrow(
    'BACKUP_IDENTITY',
  )
})

it('restores a backup that an earlier version made without encryption', async () => {
  const { backup } = await backUpInstallation(market)
  const { manifest, read } = await openBackup(backup, { passphrase: PASSPHRASE })
  const plain = createTemporaryFolder()
  for (const file of filesOf(backup)) {
    const path = file.slice(backup.length + 1).replace(/\.age$/, '')
    if (path === 'manifest.json' || path === 'contents') continue
    mkdirSync(dirname(join(plain, path)), { recursive: true })
    writeFileSync(join(plain, path), await buffer(read(path)))
  }
  const { documentsIdentity: _, ...rest } = manifest
  const { secret: __, ...key } = rest.key
  // Earlier versions did not store the numbers of batches.
  const said = { ...rest, key, sequences: rest.sequences.filter(({ column }) => column !== 'batch') }
  const seal = createHash('sha256').update(canonicalJson(said)).digest('hex')
  writeFileSync(join(plain, 'manifest.json'), JSON.stringify({ ...said, seal }))
  const dataDir = createTemporaryFolder()
  cpSync(join(market.dataDir, 'secret.key'), join(dataDir, 'secret.key'))
  const restored = await restoreBackup(plain, { dataDir, more: { BACKUP_PASSPHRASE: '' } })
  expect(restored).toMatchObject({ faults: [], notes: [] })
})

it('continues numbering after a restore, so that later changes follow from the log', async () => {
  const { backup } = await backUpInstallation(market)
  const reach = await createEmptyDatabase()
  await restoreBackup(backup, { reach })
  const db = connectDatabase(reach)
  await db.transaction().execute(async trx => {
    await trx.updateTable('market').set({ description: 'Restored' }).execute()
    const entry = {
      at: TEMPLATE_NOW,
      actorId: null,
      forClientId: null,
      roundId: null,
      title: 'Work',
      message: 'Work',
    }
    const about = { subjectKind: 'market', subjectId: 'levels', fromStatus: null, toStatus: null }
    await appendLogEntries(trx, [{ ...entry, ...about, action: 'Work', details: {} }])
  })
  await chainPendingEntries(db)
  const { differences } = await readOnSnapshot(db, moment =>
    runChecks({ db: moment, now: TEMPLATE_NOW }, [followFromTheLog]),
  )
  expect(differences).toEqual([])
  await db.destroy()
})
