import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import S3rver from 's3rver'
import { expect, it, onTestFinished } from 'vitest'
import { SYSTEM } from '#domain/people/actor'
import { makeBackup } from '#server/backup/make'
import { openFileStore, receiveUpload } from '#server/files/file-store'
import { openActionRuntime } from '#server/open-runtime'
import { connectDatabase } from '#server/store/database'
import { firstStartInstallation } from '../builders/installation.ts'
import { copyTemplate } from '../builders/templates.ts'
import { createBackupConfig, createTemporaryFolder, PASSPHRASE, restoreBackup } from './kept.ts'

it('documents are backed up from an object store and restored into one', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'credit-market-objects-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'before' }, { name: 'after' }],
  })
  const { port } = await server.run()
  onTestFinished(async () => {
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  })
  const variables = (bucket: string) => ({
    S3_URL: `http://127.0.0.1:${port}/${bucket}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  })
  const filesIn = (bucket: string) =>
    openFileStore(createBackupConfig(createTemporaryFolder(), variables(bucket)).files)

  const market = await copyTemplate(firstStartInstallation)
  const db = connectDatabase(market.connection)
  onTestFinished(async () => {
    await db.destroy()
    await market.remove()
  })
  const files = await filesIn('before')
  await receiveUpload(openActionRuntime(db), files, Readable.from([Buffer.from('a,b\n1,2\n')]), {
    ...{ name: 'a.csv', accept: ['csv'] },
    actor: { ...SYSTEM, userId: 'avon', organisationId: 'avon' },
  })
  const keyholders = { recipients: [], passphrase: PASSPHRASE }
  const given = { reach: market.connection, files, version: '1', now: () => new Date(), keyholders }
  const { backup, manifest } = await makeBackup({ ...given, folder: createTemporaryFolder() })
  expect(manifest).toMatchObject({ documents: [{ size: 8 }], missing: [] })
  await restoreBackup(backup, { more: variables('after') })
  const found = await (await filesIn('after')).open(manifest.documents[0]?.sha256 ?? '')
  expect(found && (await text(found.stream))).toBe('a,b\n1,2\n')
})
