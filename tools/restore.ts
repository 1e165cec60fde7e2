import { resolve } from 'node:path'
import { restoreMarket } from '#server/backup/restore'
import { readConfig } from '#server/process/config'
import { runCommand } from './command.ts'
import { openDatabase } from './open-database.ts'

// Restores a market from a backup: npm run restore -- BACKUP, into the empty database that DATABASE_URL names or an empty DATA_DIR,
// and the file store of the configuration. BACKUP_IDENTITY (a file with a secret key of age) or BACKUP_PASSPHRASE opens it. Nothing is written before the
// whole backup has been verified, and what is broken off leaves the database empty.

const close: { now: () => Promise<void> } = { now: async () => {} }

runCommand('Nothing was restored', async () => {
  const [backup] = process.argv.slice(2)
  if (!backup) throw new Error('give the backup: npm run restore -- FOLDER/2026-11-22T16-30-00.000Z')
  const begun = performance.now()
  try {
    const found = await restoreMarket(resolve(backup), readConfig(process.env), async () => {
      const opened = await openDatabase({ makes: true })
      close.now = opened.close
      return opened.reach
    })
    const { log, rows, documents, manifest, notes, faults } = found
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    return [
      `The market is restored as of ${manifest.at}: ${rows} rows, ${documents} documents, in ${seconds} s`,
      `Every table equals the backup, and the activity log ends with ${log.seq}:${log.hash}`,
      ...notes,
      ...faults.map(fault => `The backup already had this error: ${fault}`),
    ].join('\n')
  } finally {
    await close.now()
  }
})
