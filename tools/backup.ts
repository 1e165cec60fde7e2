import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { newIdentity } from '#server/backup/lock'
import { KEY_IS_ELSEWHERE } from '#server/backup/verify'
import { backUp } from '#server/backup/run'
import { readConfig } from '#server/config'
import { openFileStore } from '#server/files/file-store'
import { connect } from '#server/store/database'
import { command } from './command.ts'
import { openDatabase } from './open-database.ts'

// Makes a backup of the market, running or not: npm run backup -- FOLDER. Without a folder it goes where BACKUP_DIR says, or into
// DATA_DIR/backups. It needs what the server needs: DATABASE_URL or DATA_DIR, the file store and the secret key; and
// BACKUP_RECIPIENTS or BACKUP_PASSPHRASE, since it is encrypted. `npm run backup -- --new-key FILE` makes a pair of keys for that.

const newKey = async (file: string): Promise<string> => {
  const { identity, recipient } = await newIdentity()
  writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return [
    `${file} holds the secret key, which opens backups (BACKUP_IDENTITY=${file}): keep it away from the market's machines`,
    `The public key, for BACKUP_RECIPIENTS: ${recipient}`,
  ].join('\n')
}

command('There is no new backup', async () => {
  if (process.argv[2] === '--new-key') {
    const file = process.argv[3]
    if (!file) throw new Error('name a file for the secret key: npm run backup -- --new-key backup.key')
    return newKey(resolve(file))
  }
  const config = readConfig(process.env)
  const given = process.argv[2] ?? config.backup.folder
  const folder = resolve(given ?? join(config.dataDir, 'backups'))
  const { reach, close } = await openDatabase()
  const db = connect(reach)
  try {
    const files = await openFileStore(config.files)
    const begun = performance.now()
    const made = await backUp({ db, reach, files, config, now: () => new Date() }, folder)
    const { tables, documents, missing, key, log } = made.manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    return [
      `The backup is ${made.backup}`,
      `${rows} rows, ${documents.length} documents, ${(made.size / 1e6).toFixed(1)} MB, in ${seconds} s; the log ends with ${log.seq}:${log.hash}`,
      ...missing.map(sha256 => `The document ${sha256} was not to be had: it is not in the backup`),
      ...(key.secret === null ? [KEY_IS_ELSEWHERE] : []),
      ...(given ? [] : ['It lies beside the market itself: copy it to another machine']),
    ].join('\n')
  } finally {
    await db.destroy()
    await close()
  }
})
