import { join, resolve } from 'node:path'
import { KEY_IS_ELSEWHERE } from '#server/backup/verify'
import { backUp } from '#server/backup/run'
import { readConfig } from '#server/config'
import { openFileStore } from '#server/files/file-store'
import { connect } from '#server/store/database'
import { command } from './command.ts'
import { openDatabase } from './open-database.ts'

// Makes a backup of the market, running or not: npm run backup -- FOLDER. Without a folder it goes where BACKUP_DIR says, or into
// DATA_DIR/backups. It needs what the server needs: DATABASE_URL or DATA_DIR, the file store and the secret key; and
// BACKUP_PASSPHRASE, so that the key is in it.

command('There is no new backup', async () => {
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
      ...(key.wrapped ? [] : [KEY_IS_ELSEWHERE]),
      ...(given ? [] : ['It lies beside the market itself: copy it to another machine']),
    ].join('\n')
  } finally {
    await db.destroy()
    await close()
  }
})
