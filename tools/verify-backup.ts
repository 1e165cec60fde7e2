import { resolve } from 'node:path'
import { rehearseAndNote } from '#server/backup/run'
import { KEY_IS_ELSEWHERE, verifyBackup } from '#server/backup/verify'
import type { Manifest } from '#server/backup/manifest'
import { readConfig } from '#server/config'
import { connect } from '#server/store/database'
import { command } from './command.ts'
import { openDatabase } from './open-database.ts'

// Reads a whole backup and names every fault in it: npm run verify-backup -- BACKUP. BACKUP_IDENTITY or BACKUP_PASSPHRASE opens it; without
// them its files are compared from outside. With --rehearse it is also restored, into a database
// of its own that is taken away again, and the market asked whether everything adds up; that is noted in the market
// that DATABASE_URL or DATA_DIR names, if it can be reached.

const hasNoKey = ({ key }: Manifest): boolean => key.wrapped === null && key.secret === null

const noteTo = async () => {
  try {
    const { reach, close } = await openDatabase()
    const db = connect(reach)
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

command('The backup is not to be relied on', async () => {
  const given = process.argv.slice(2)
  const [backup] = given.filter(argument => !argument.startsWith('--'))
  if (!backup) throw new Error('name it: npm run verify-backup -- FOLDER/2026-11-22T16-30-00.000Z')
  const config = readConfig(process.env)
  const isRehearsed = given.includes('--rehearse')
  const begun = performance.now()
  const { db, end } = isRehearsed ? await noteTo() : { end: async () => {} }
  try {
    const { identities, passphrase } = config.backup
    const { at, opened, faults, notes } = isRehearsed
      ? await rehearseAndNote(resolve(backup), { db, config, now: () => new Date() })
      : await verifyBackup(resolve(backup), { identities, passphrase })
    if (faults.length > 0) throw new Error(faults.join('\n'))
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    return [
      `The backup of ${at} is whole${isRehearsed ? ', can be restored, and everything in it adds up' : ''} (${seconds} s)`,
      ...(opened ? [`Its log ends with ${opened.manifest.log.seq}:${opened.manifest.log.hash}`] : []),
      ...(isRehearsed && !db ? ['The market cannot be reached, so the rehearsal is noted nowhere'] : []),
      ...notes,
      ...(opened && hasNoKey(opened.manifest) ? [KEY_IS_ELSEWHERE] : []),
    ].join('\n')
  } finally {
    await end()
  }
})
