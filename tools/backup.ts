import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { generateAgeIdentity } from '#server/backup/lock'
import { KEY_NOT_INCLUDED } from '#server/backup/verify'
import { makeAndRecordBackup } from '#server/backup/run'
import { readConfig } from '#server/process/config'
import { openFileStore } from '#server/files/file-store'
import { connectDatabase } from '#server/store/database'
import { runCommand } from './command.ts'
import { openDatabase } from './open-database.ts'

// Makes a backup of the market, running or not: npm run backup -- FOLDER. Without a folder it uses BACKUP_DIR, or
// DATA_DIR/backups. It has the requirements of the server: DATABASE_URL or DATA_DIR, the file store and the secret key; and
// BACKUP_RECIPIENTS or BACKUP_PASSPHRASE to encrypt it. `npm run backup -- --new-key FILE` makes a pair of keys.

const newKey = async (file: string): Promise<string> => {
  const { identity, recipient } = await generateAgeIdentity()
  writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return [
    `${file} contains the secret key that opens backups (BACKUP_IDENTITY=${file}): do not store it on the market's machines`,
    `The public key, for BACKUP_RECIPIENTS: ${recipient}`,
  ].join('\n')
}

runCommand('No backup was made', async () => {
  if (process.argv[2] === '--new-key') {
    const file = process.argv[3]
    if (!file) throw new Error('give a file for the secret key: npm run backup -- --new-key backup.key')
    return newKey(resolve(file))
  }
  const config = readConfig(process.env)
  const given = process.argv[2] ?? config.backup.folder
  const folder = resolve(given ?? join(config.dataDir, 'backups'))
  const { reach, close } = await openDatabase()
  const db = connectDatabase(reach)
  try {
    const files = await openFileStore(config.files)
    const begun = performance.now()
    const made = await makeAndRecordBackup({ db, reach, files, config, now: () => new Date() }, folder)
    const { tables, documents, missing, key, log } = made.manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    return [
      `The backup is ${made.backup}`,
      `${rows} rows, ${documents.length} documents, ${(made.size / 1e6).toFixed(1)} MB, in ${seconds} s; the log ends with ${log.seq}:${log.hash}`,
      ...missing.map(sha256 => `The document ${sha256} is missing, so it is not in the backup`),
      ...(key.secret === null ? [KEY_NOT_INCLUDED] : []),
      ...(given ? [] : ['It is on the same machine as the market: copy it to another machine']),
    ].join('\n')
  } finally {
    await db.destroy()
    await close()
  }
})
