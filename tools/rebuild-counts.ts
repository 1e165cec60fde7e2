import { recordCountCheck, rebuildStoredCounts, countIncorrectCounts } from '#server/counts/counts'
import { connectDatabase } from '#server/store/database'
import { rebuildSearchTable } from '#server/search/search-table'
import { runCommand } from './command.ts'
import { openDatabase } from './open-database.ts'

// Rebuilds the tables that are derived from the market: counts and balances (decision 0069), and the search
// index (decision 0070). `npm run rebuild-counts` has the requirements of the server: DATABASE_URL, or DATA_DIR with
// the embedded database, running or not. People can work meanwhile; only new names wait for some seconds.

runCommand('The counts were not rebuilt', async () => {
  const { reach, close } = await openDatabase()
  const db = connectDatabase(reach)
  try {
    const mended = await rebuildStoredCounts(db)
    const wrong = await countIncorrectCounts(db)
    await recordCountCheck(db, new Date().toISOString(), wrong)
    if (wrong > 0)
      throw new Error(`${wrong} are wrong again: something changes the tables without their triggers`)
    const found = await rebuildSearchTable(db)
    return [
      mended === 0 ? 'All counts were correct' : `Corrected counts: ${mended}`,
      ...(found === 0 ? [] : [`Corrected rows of the search index: ${found}`]),
    ].join('; ')
  } finally {
    await db.destroy()
    await close()
  }
})
