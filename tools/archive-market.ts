import { resolve } from 'node:path'
import { archiveMarket } from '#server/archive/write'
import { readConfig } from '#server/config'
import { openFileStore } from '#server/files/file-store'
import { ownVersion } from '#server/version'
import { command } from './command.ts'
import { openDatabase } from './open-database.ts'

// Writes everything of one market, as JSON lines with its documents, into a folder that is not there yet: npm run archive-market -- MARKET FOLDER.
// The market may be in use. Rounds that are not settled are left out: what was offered and bid in them is sealed.

command('There is no archive', async () => {
  const [market, folder] = process.argv.slice(2)
  if (!market || !folder) throw new Error('say which and where to: npm run archive-market -- MARKET FOLDER')
  const { reach, close } = await openDatabase()
  try {
    const files = await openFileStore(readConfig(process.env).files)
    const given = { reach, files, market, folder: resolve(folder), version: ownVersion() }
    const { rows, documents, leftOut } = await archiveMarket({ ...given, now: () => new Date() })
    const all = rows.reduce((sum, table) => sum + table.rows, 0)
    return [
      `The archive is ${given.folder}: ${all} rows and ${documents.length} documents`,
      ...(leftOut.length > 0 ? [`Left out, since they are not settled: ${leftOut.join(', ')}`] : []),
    ].join('\n')
  } finally {
    await close()
  }
})
