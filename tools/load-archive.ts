import { resolve } from 'node:path'
import { loadArchive } from '#server/archive/load'
import { readConfig } from '#server/config'
import { openFileStore } from '#server/files/file-store'
import { command } from './command.ts'
import { openDatabase } from './open-database.ts'

// Loads a market that another installation has archived: npm run load-archive -- FOLDER. Nothing of it may be here already; all of it
// is loaded, or nothing. Stop the server before, or let people wait: nobody can write meanwhile.

command('Nothing was loaded', async () => {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Error('name the archive: npm run load-archive -- FOLDER')
  const { reach, close } = await openDatabase()
  try {
    const files = await openFileStore(readConfig(process.env).files)
    const { market, at, rows } = await loadArchive(reach, files, resolve(folder), () => new Date())
    const all = rows.reduce((sum, table) => sum + table.rows, 0)
    return [
      `${market.name} is loaded as it was on ${at}: ${all} rows. The ledger adds up`,
      `Keep the archive: it holds what the log of the other installation says of the market, with its hashes`,
    ].join('\n')
  } finally {
    await close()
  }
})
