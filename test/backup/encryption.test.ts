import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { canonicalJson } from '#domain/canonical'
import { openSecrets } from '#server/auth/secrets'
import { newIdentity } from '#server/backup/lock'
import { openBackup } from '#server/backup/manifest'
import { verifyBackup } from '#server/backup/verify'
import { append } from '#server/store/activity'
import { chainNow } from '#server/store/chaining'
import { connect } from '#server/store/database'
import { atOneMoment } from '#server/store/one-moment'
import { rows as followFromTheLog } from '#server/verify/rows'
import { verify } from '#server/verify/verify'
import { copyOf, demonstration, NOW } from '../builders/templates.ts'
import { backUpOf, configOf, emptyDatabase, folder, PASSPHRASE, restoredFrom } from './kept.ts'

let market: Awaited<ReturnType<typeof copyOf>>
beforeAll(async () => {
  market = await copyOf(demonstration)
  openSecrets({ dataDir: market.dataDir })
})
afterAll(() => market.remove())

const filesOf = (backup: string) =>
  readdirSync(backup, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

const identityFile = (identity: string): string => {
  const file = join(folder(), 'backup.key')
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

it('shows no sealed amount of an open round to whoever has the backup and no key', async () => {
  const copy = await copyOf(demonstration)
  openSecrets({ dataDir: copy.dataDir })
  const db = connect(copy.connection)
  const planted = 987_654_321
  const { id } = await db
    .updateTable('requirement')
    .set({ bid: planted })
    .where('id', '=', eb =>
      eb.selectFrom('requirement').select('id').where('status', '=', 'Bid').orderBy('id').limit(1),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const { backup } = await backUpOf(copy)
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

it('is made for nobody who could open it only with a sentence that says what to set', async () => {
  await expect(backUpOf(market, { passphrase: undefined })).rejects.toThrow(
    /made encrypted only: set BACKUP_RECIPIENTS.*or BACKUP_PASSPHRASE/,
  )
})

it('opens for the secret key of any recipient and for nobody else’s', async () => {
  const [first, second, stranger] = [await newIdentity(), await newIdentity(), await newIdentity()]
  const { backup } = await backUpOf(market, {
    recipients: [first.recipient, second.recipient],
    passphrase: undefined,
  })
  const more = (identity: string) => ({ BACKUP_PASSPHRASE: '', BACKUP_IDENTITY: identityFile(identity) })
  await expect(restoredFrom(backup, { more: { BACKUP_PASSPHRASE: '' } })).rejects.toThrow(
    'This backup is encrypted: name the file with the secret key of one of its recipients in BACKUP_IDENTITY',
  )
  await expect(restoredFrom(backup, { more: more(stranger.identity) })).rejects.toThrow('BACKUP_IDENTITY')
  const restored = await restoredFrom(backup, { more: more(second.identity) })
  expect(restored.faults).toEqual([])
  // The secret key of the installation came along.
  expect(readFileSync(join(restored.dataDir, 'secret.key'), 'utf8')).toBe(
    readFileSync(join(market.dataDir, 'secret.key'), 'utf8'),
  )
})

it('is compared from outside without a key, and says so', async () => {
  const { backup } = await backUpOf(market)
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

it('tells a setting that is no key before anything is done', () => {
  const dataDir = folder()
  expect(() => configOf(dataDir, { BACKUP_RECIPIENTS: 'ssh-ed25519 AAAA' })).toThrow('BACKUP_RECIPIENTS')
  expect(() => configOf(dataDir, { BACKUP_IDENTITY: join(dataDir, 'none') })).toThrow('BACKUP_IDENTITY')
})

it('restores a backup that an earlier version made without encryption', async () => {
  const { backup } = await backUpOf(market)
  const { manifest, read } = await openBackup(backup, { passphrase: PASSPHRASE })
  const plain = folder()
  for (const file of filesOf(backup)) {
    const path = file.slice(backup.length + 1).replace(/\.age$/, '')
    if (path === 'manifest.json' || path === 'contents') continue
    mkdirSync(dirname(join(plain, path)), { recursive: true })
    writeFileSync(join(plain, path), await buffer(read(path)))
  }
  const { documentsIdentity: _, ...rest } = manifest
  const { secret: __, ...key } = rest.key
  // Earlier versions did not take along the numbers of batches.
  const said = { ...rest, key, sequences: rest.sequences.filter(({ column }) => column !== 'batch') }
  const seal = createHash('sha256').update(canonicalJson(said)).digest('hex')
  writeFileSync(join(plain, 'manifest.json'), JSON.stringify({ ...said, seal }))
  const dataDir = folder()
  cpSync(join(market.dataDir, 'secret.key'), join(dataDir, 'secret.key'))
  const restored = await restoredFrom(plain, { dataDir, more: { BACKUP_PASSPHRASE: '' } })
  expect(restored).toMatchObject({ faults: [], notes: [] })
})

it('goes on with numbers of its own after a restore, so that what is done then follows from the log', async () => {
  const { backup } = await backUpOf(market)
  const reach = await emptyDatabase()
  await restoredFrom(backup, { reach })
  const db = connect(reach)
  await db.transaction().execute(async trx => {
    await trx.updateTable('market').set({ description: 'Restored' }).execute()
    const entry = { at: NOW, actorId: null, forClientId: null, roundId: null, title: 'Work', message: 'Work' }
    const about = { subjectKind: 'market', subjectId: 'levels', fromStatus: null, toStatus: null }
    await append(trx, [{ ...entry, ...about, action: 'Work', details: {} }])
  })
  await chainNow(db)
  const { differences } = await atOneMoment(db, moment =>
    verify({ db: moment, now: NOW }, [followFromTheLog]),
  )
  expect(differences).toEqual([])
  await db.destroy()
})
