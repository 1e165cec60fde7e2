import { resolve } from 'node:path'
import { loadArchive } from '#server/archive/load'
import { readConfig } from '#server/process/config'
import { openFileStore } from '#server/files/file-store'
import { runCommand } from './command.ts'
import { openDatabase } from './open-database.ts'

// Loads a market from the archive of another installation: npm run load-archive -- FOLDER. No part of the market may be here already, and
// either everything is loaded or nothing. Stop the server first, or let people wait: no one can write meanwhile.

runCommand('Nothing was loaded', async () => {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Error('give the archive: npm run load-archive -- FOLDER')
  const { reach, close } = await openDatabase()
  try {
    const files = await openFileStore(readConfig(process.env).files)
    const { market, at, rows } = await loadArchive(reach, files, resolve(folder), () => new Date())
    const all = rows.reduce((sum, table) => sum + table.rows, 0)
    return [
      `${market.name} is loaded as of ${at}: ${all} rows. The ledger adds up`,
      `Keep the archive: it contains the log entries of the other installation about the market, with their hashes`,
    ].join('\n')
  } finally {
    await close()
  }
})
