import { noteCountCheck, rebuildCounts, wrongCounts } from '#server/store/counts'
import { connect } from '#server/store/database'
import { rebuildSearch } from '#server/store/search-table'
import { command } from './command.ts'
import { openDatabase } from './open-database.ts'

// Makes anew what is derived from the market so that it can be looked up: counts and balances (decision 0069), and what
// search looks through (decision 0070). `npm run rebuild-counts` needs what the server needs: DATABASE_URL, or DATA_DIR with
// the embedded database, running or not. People go on working meanwhile; only new names wait some seconds.

command('The counts were not rebuilt', async () => {
  const { reach, close } = await openDatabase()
  const db = connect(reach)
  try {
    const mended = await rebuildCounts(db)
    const wrong = await wrongCounts(db)
    await noteCountCheck(db, new Date().toISOString(), wrong)
    if (wrong > 0)
      throw new Error(`${wrong} are wrong again; something changes the tables past their triggers`)
    const found = await rebuildSearch(db)
    return [
      mended === 0 ? 'All counts were right' : `Counts that were wrong and are right now: ${mended}`,
      ...(found === 0 ? [] : [`rows of search that were wrong and are right now: ${found}`]),
    ].join('; ')
  } finally {
    await db.destroy()
    await close()
  }
})
