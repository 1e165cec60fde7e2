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
import { SYSTEM } from '#domain/actor'
import { openSecrets } from '#server/auth/secrets'
import { makeBackup } from '#server/backup/make'
import { rehearse } from '#server/backup/rehearse'
import { verifyBackup } from '#server/backup/verify'
import { openFileStore, receiveUpload } from '#server/files/file-store'
import { openRuntime } from '#server/open-runtime'
import { connect } from '#server/store/database'
import { newcomers } from '../builders/installation.ts'
import { copyOf } from '../builders/templates.ts'
import { backUpOf, configOf, emptyDatabase, folder, PASSPHRASE, restoredFrom } from './kept.ts'

let market: Awaited<ReturnType<typeof copyOf>>
beforeAll(async () => {
  market = await copyOf(newcomers)
  openSecrets({ dataDir: market.dataDir })
  const db = connect(market.connection)
  const files = await openFileStore(configOf(market.dataDir).files)
  const actor = { ...SYSTEM, userId: 'avon', organisationId: 'avon' }
  await receiveUpload(openRuntime(db), files, Readable.from([Buffer.from('a,b\n1,2\n')]), {
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

it('every damage to a backup is told with its file, and nothing is restored from it', async () => {
  const DAMAGES: Record<string, (path: string) => void> = {
    'one bit is turned': flip,
    'it is cut short': path => truncateSync(path, Math.floor(statSync(path).size / 2)),
    'it is emptied': path => truncateSync(path, 0),
    'it is taken away': path => rmSync(path),
  }
  const { backup, identity } = await backUpOf(market)
  // By its own key it is open at once; what is made of the passphrase takes a second each time, and stands in the manifest.
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
    // The manifest is read first, so that it costs nothing to damage it in every way.
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
  const dataDir = folder()
  await expect(restoredFrom(backup, { dataDir })).rejects.toThrow(table)
  expect(readdirSync(dataDir)).toEqual([])
  await expect(rehearse(backup, { passphrase: PASSPHRASE })).rejects.toThrow(table)
})

it('a document that is another one in the installation is named, and the rest is backed up', async () => {
  const dataDir = folder()
  cpSync(market.dataDir, dataDir, { recursive: true })
  const [document = ''] = filesOf(join(dataDir, 'files'))
  appendFileSync(document, 'x')
  const { backup, manifest } = await backUpOf({ connection: market.connection, dataDir })
  expect(manifest).toMatchObject({ documents: [], missing: [document.split('/').at(-1)] })
  expect((await verifyBackup(backup, { passphrase: PASSPHRASE })).notes).toEqual([
    expect.stringContaining('was not to be had'),
  ])
})

it('nothing is restored into a database that holds anything, nor beside another key', async () => {
  const { backup } = await backUpOf(market)
  const used = await copyOf(newcomers)
  onTestFinished(() => used.remove())
  await expect(restoredFrom(backup, { reach: used.connection })).rejects.toThrow(
    /something in this database already.*an empty one in DATABASE_URL, or an empty folder in DATA_DIR/,
  )
  const dataDir = folder()
  writeFileSync(join(dataDir, 'secret.key'), Buffer.alloc(32, 9).toString('base64'))
  await expect(restoredFrom(backup, { dataDir })).rejects.toThrow('is not the one of this backup')
  expect(existsSync(join(dataDir, 'files'))).toBe(false)
})

it('opens only for its passphrase', async () => {
  const { backup } = await backUpOf(market)
  for (const BACKUP_PASSPHRASE of ['', 'rushes grow where the land is dry'])
    await expect(restoredFrom(backup, { more: { BACKUP_PASSPHRASE } })).rejects.toThrow('BACKUP_PASSPHRASE')
  await expect(verifyBackup(backup, { passphrase: 'rushes grow where the land is dry' })).rejects.toThrow(
    'BACKUP_PASSPHRASE is not the one with which this backup was made',
  )
  const otherKey = Buffer.alloc(32, 7).toString('base64')
  await expect(restoredFrom(backup, { more: { SECRET_KEY: otherKey } })).rejects.toThrow('SECRET_KEY')
})

it('a backup that is broken off leaves nothing that looks like one', async () => {
  const into = folder()
  const files = await openFileStore(configOf(market.dataDir).files)
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
  // As a kill leaves it: without the file that is written last.
  const { backup } = await backUpOf(market, { into })
  rmSync(join(backup, 'manifest.json'))
  await expect(restoredFrom(backup)).rejects.toThrow(/no whole backup.*Take another backup/)
})

it('a restore that is broken off leaves an empty database, into which it can be done again', async () => {
  const { backup } = await backUpOf(market)
  const reach = await emptyDatabase()
  const dataDir = folder()
  // The last thing before the market stays is the key; nobody may write where it should go.
  cpSync(join(market.dataDir, 'files'), join(dataDir, 'files'), { recursive: true })
  chmodSync(dataDir, 0o500)
  const key = join(dataDir, 'secret.key')
  const isBarred = process.getuid?.() !== 0
  if (!isBarred) cpSync(market.dataDir, key, { recursive: true })
  await expect(restoredFrom(backup, { reach, dataDir })).rejects.toThrow(/EACCES|EISDIR/)
  chmodSync(dataDir, 0o700)
  rmSync(key, { recursive: true, force: true })
  const found = await restoredFrom(backup, { reach, dataDir })
  expect(found).toMatchObject({ faults: [], documents: 1 })
})
