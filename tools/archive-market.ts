import { resolve } from 'node:path'
import { writeMarketArchive } from '#server/archive/write'
import { readConfig } from '#server/process/config'
import { openFileStore } from '#server/files/file-store'
import { readProductVersion } from '#server/process/version'
import { runCommand } from './command.ts'
import { openDatabase } from './open-database.ts'

// Writes everything of one market, as JSON lines with its documents, into a folder that is not there yet: npm run archive-market -- MARKET FOLDER.
// The market may be in use. Rounds that are not settled are left out: what was offered and bid in them is sealed.

runCommand('No archive was made', async () => {
  const [market, folder] = process.argv.slice(2)
  if (!market || !folder)
    throw new Error('give the market and a folder: npm run archive-market -- MARKET FOLDER')
  const { reach, close } = await openDatabase()
  try {
    const files = await openFileStore(readConfig(process.env).files)
    const given = { reach, files, market, folder: resolve(folder), version: readProductVersion() }
    const { rows, documents, leftOut } = await writeMarketArchive({ ...given, now: () => new Date() })
    const all = rows.reduce((sum, table) => sum + table.rows, 0)
    return [
      `The archive is ${given.folder}: ${all} rows and ${documents.length} documents`,
      ...(leftOut.length > 0 ? [`Left out, because they are not settled: ${leftOut.join(', ')}`] : []),
    ].join('\n')
  } finally {
    await close()
  }
})
