import { resolve } from 'node:path'
import { testAndRecordRestore } from '#server/backup/run'
import { KEY_NOT_INCLUDED, verifyBackup } from '#server/backup/verify'
import type { BackupManifest } from '#server/backup/manifest'
import { readConfig } from '#server/process/config'
import { connectDatabase } from '#server/store/database'
import { runCommand } from './command.ts'
import { openDatabase } from './open-database.ts'

// Reads a whole backup and lists every error: npm run verify-backup -- BACKUP. BACKUP_IDENTITY or BACKUP_PASSPHRASE opens it; without
// them only its encrypted files are checked. With --rehearse it is also restored, into a temporary database,
// and the restored market is checked; the result is stored in the market
// that DATABASE_URL or DATA_DIR names, if it can be reached.

const hasNoKey = ({ key }: BackupManifest): boolean => key.wrapped === null && key.secret === null

const noteTo = async () => {
  try {
    const { reach, close } = await openDatabase()
    const db = connectDatabase(reach)
    await db.selectFrom('meta').select('key').limit(1).execute()
    const end = async () => {
      await db.destroy()
      await close()
    }
    return { db, end }
  } catch {
    return { end: async () => {} }
  }
}

runCommand('You cannot rely on this backup', async () => {
  const given = process.argv.slice(2)
  const [backup] = given.filter(argument => !argument.startsWith('--'))
  if (!backup) throw new Error('give the backup: npm run verify-backup -- FOLDER/2026-11-22T16-30-00.000Z')
  const config = readConfig(process.env)
  const isRehearsed = given.includes('--rehearse')
  const begun = performance.now()
  const { db, end } = isRehearsed ? await noteTo() : { end: async () => {} }
  try {
    const { identities, passphrase } = config.backup
    const { at, opened, faults, notes } = isRehearsed
      ? await testAndRecordRestore(resolve(backup), { db, config, now: () => new Date() })
      : await verifyBackup(resolve(backup), { identities, passphrase })
    if (faults.length > 0) throw new Error(faults.join('\n'))
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    return [
      isRehearsed
        ? `The backup of ${at} is complete, can be restored, and everything in it adds up (${seconds} s)`
        : `The backup of ${at} is complete (${seconds} s)`,
      ...(opened ? [`Its log ends with ${opened.manifest.log.seq}:${opened.manifest.log.hash}`] : []),
      ...(isRehearsed && !db
        ? ['The market cannot be reached, so the result of the restore test is not recorded']
        : []),
      ...notes,
      ...(opened && hasNoKey(opened.manifest) ? [KEY_NOT_INCLUDED] : []),
    ].join('\n')
  } finally {
    await end()
  }
})
