import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { SYSTEM } from '#domain/people/actor'
import { openSecrets } from '#server/auth/secrets'
import { makeBackup } from '#server/backup/make'
import { testRestore } from '#server/backup/rehearse'
import { verifyBackup } from '#server/backup/verify'
import { openFileStore, receiveUpload } from '#server/files/file-store'
import { openActionRuntime } from '#server/open-runtime'
import { connectDatabase } from '#server/store/database'
import { firstStartInstallation } from '../builders/installation.ts'
import { copyTemplate } from '../builders/templates.ts'
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
  market = await copyTemplate(firstStartInstallation)
  openSecrets({ dataDir: market.dataDir })
  const db = connectDatabase(market.connection)
  const files = await openFileStore(createBackupConfig(market.dataDir).files)
  const actor = { ...SYSTEM, userId: 'avon', organisationId: 'avon' }
  await receiveUpload(openActionRuntime(db), files, Readable.from([Buffer.from('a,b\n1,2\n')]), {
    ...{ name: 'a.csv', accept: ['csv'], actor },
  })
  await db.destroy()
})
afterAll(() => market.remove())

const flip = (path: string): void => {
  const bytes = readFileSync(path)
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}
const filesOf = (backup: string) =>
  readdirSync(backup, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

it('all damage to a backup is reported with its file, and nothing is restored', async () => {
  const DAMAGES: Record<string, (path: string) => void> = {
    'one bit is turned': flip,
    'it is cut short': path => truncateSync(path, Math.floor(statSync(path).size / 2)),
    'it is emptied': path => truncateSync(path, 0),
    'it is taken away': path => rmSync(path),
  }
  const { backup, identity } = await backUpInstallation(market)
  // Its own key opens it at once; the key derived from the passphrase takes a second each time, and is in the manifest.
  const told = (path = 'manifest.json'): Promise<string> =>
    verifyBackup(
      backup,
      path.endsWith('.json') ? { passphrase: PASSPHRASE } : { identities: [identity] },
    ).then(
      ({ faults }) => faults.join('\n'),
      (error: Error) => error.message,
    )
  expect(filesOf(backup).length).toBeGreaterThan(30)
  const hows = Object.entries(DAMAGES)
  for (const [nth, path] of filesOf(backup).entries()) {
    const before = readFileSync(path)
    // The manifest is read first, so damaging it in every way is cheap.
    const tried = path.endsWith('.json') ? hows : hows.filter((_, at) => at === nth % hows.length)
    for (const [how, damage] of tried) {
      damage(path)
      const said = await told(path)
      expect([how, path, said]).toEqual([how, path, expect.stringContaining(path.slice(backup.length + 1))])
      expect(said).toMatch(/another backup|a new one/)
      writeFileSync(path, before)
    }
  }
  expect(await told()).toBe('')
  const table = join(backup, 'tables/organisation.copy.gz.age')
  flip(table)
  const dataDir = createTemporaryFolder()
  await expect(restoreBackup(backup, { dataDir })).rejects.toThrow(table)
  expect(readdirSync(dataDir)).toEqual([])
  await expect(testRestore(backup, { passphrase: PASSPHRASE })).rejects.toThrow(table)
})

it('a document that differs in the installation is named, and the rest is backed up', async () => {
  const dataDir = createTemporaryFolder()
  cpSync(market.dataDir, dataDir, { recursive: true })
  const [document = ''] = filesOf(join(dataDir, 'files'))
  appendFileSync(document, 'x')
  const { backup, manifest } = await backUpInstallation({ connection: market.connection, dataDir })
  expect(manifest).toMatchObject({ documents: [], missing: [document.split('/').at(-1)] })
  expect((await verifyBackup(backup, { passphrase: PASSPHRASE })).notes).toEqual([
    expect.stringContaining('was missing when'),
  ])
})

it('nothing is restored into a database with data, nor alongside another key', async () => {
  const { backup } = await backUpInstallation(market)
  const used = await copyTemplate(firstStartInstallation)
  onTestFinished(() => used.remove())
  await expect(restoreBackup(backup, { reach: used.connection })).rejects.toThrow(
    /This database is not empty.*set DATABASE_URL to an empty one, or DATA_DIR to an empty folder/,
  )
  const dataDir = createTemporaryFolder()
  writeFileSync(join(dataDir, 'secret.key'), Buffer.alloc(32, 9).toString('base64'))
  await expect(restoreBackup(backup, { dataDir })).rejects.toThrow('is not the key of this backup')
  expect(existsSync(join(dataDir, 'files'))).toBe(false)
})

it('opens only with its passphrase', async () => {
  const { backup } = await backUpInstallation(market)
  for (const BACKUP_PASSPHRASE of ['', 'rushes grow where the land is dry'])
    await expect(restoreBackup(backup, { more: { BACKUP_PASSPHRASE } })).rejects.toThrow('BACKUP_PASSPHRASE')
  await expect(verifyBackup(backup, { passphrase: 'rushes grow where the land is dry' })).rejects.toThrow(
    'BACKUP_PASSPHRASE is not the passphrase of this backup',
  )
  const otherKey = Buffer.alloc(32, 7).toString('base64')
  await expect(restoreBackup(backup, { more: { SECRET_KEY: otherKey } })).rejects.toThrow('SECRET_KEY')
})

it('an interrupted backup leaves nothing that looks like one', async () => {
  const into = createTemporaryFolder()
  const files = await openFileStore(createBackupConfig(market.dataDir).files)
  const breaking = new AbortController()
  const keyholders = { recipients: [], passphrase: PASSPHRASE }
  const given = { version: '1', now: () => new Date(), keyholders, signal: breaking.signal }
  const open = async (sha256: string) => {
    breaking.abort()
    return files.open(sha256)
  }
  await expect(
    makeBackup({ ...given, reach: market.connection, files: { open }, folder: into }),
  ).rejects.toThrow('abort')
  expect(readdirSync(into)).toEqual([])
  // Like after a kill: without the file that is written last.
  const { backup } = await backUpInstallation(market, { into })
  rmSync(join(backup, 'manifest.json'))
  await expect(restoreBackup(backup)).rejects.toThrow(/not a complete backup.*Use another backup/)
})

it('an interrupted restore leaves an empty database, and can be repeated', async () => {
  const { backup } = await backUpInstallation(market)
  const reach = await createEmptyDatabase()
  const dataDir = createTemporaryFolder()
  // The key is the last thing before the market is done; its destination is not writable.
  cpSync(join(market.dataDir, 'files'), join(dataDir, 'files'), { recursive: true })
  chmodSync(dataDir, 0o500)
  const key = join(dataDir, 'secret.key')
  const isBarred = process.getuid?.() !== 0
  if (!isBarred) cpSync(market.dataDir, key, { recursive: true })
  await expect(restoreBackup(backup, { reach, dataDir })).rejects.toThrow(/EACCES|EISDIR/)
  chmodSync(dataDir, 0o700)
  rmSync(key, { recursive: true, force: true })
  const found = await restoreBackup(backup, { reach, dataDir })
  expect(found).toMatchObject({ faults: [], documents: 1 })
})
