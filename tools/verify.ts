import { readConfig } from '#server/config'
import { openFileStore } from '#server/files/file-store'
import { connect } from '#server/store/database'
import { FOR_ALL_THERE_IS } from '#server/store/limits'
import { openStore } from '#server/store/store'
import { verifyMarket } from '#server/verify/market-now'
import { lineOf } from '#server/verify/check'
import { openDatabase } from './open-database.ts'

// Verifies the whole market, as the server does by itself every hour, but all of it anew: the log and its tree, that the log tells
// how everything stands, the registry of credits, the match of every settled round and its books, certificates, land, and the bytes
// of every document. `npm run verify` needs what the server needs: DATABASE_URL, or DATA_DIR with the embedded database, running
// or not, and the documents. Each difference is a line with its part, what it is of and why; it ends with 0 only where nothing
// differs. What came of it is noted, and administrators are told of what is new.

const verify = async (): Promise<boolean> => {
  const { files: where } = readConfig(process.env)
  const { reach, close } = await openDatabase()
  const db = connect(reach, undefined, FOR_ALL_THERE_IS)
  try {
    const found = await verifyMarket({
      ...{ store: openStore(db), files: await openFileStore(where) },
      ...{ now: new Date().toISOString(), afresh: true },
    })
    for (const difference of found.differences) console.error(lineOf(difference))
    if (found.more > 0) console.error(`and ${found.more} more`)
    for (const { name, looked, differences } of found.parts)
      console.log(`${name.padEnd(14)}${looked} looked at, ${differences} differ`)
    const isWhole = found.differences.length === 0
    const took = `Verified in ${(found.tookMs / 1000).toFixed(1)} s`
    console.log(isWhole ? `${took}: nothing differs.` : `${took}: the market is not as it should be.`)
    return isWhole
  } finally {
    await db.destroy()
    await close()
  }
}

verify().then(
  ok => process.exit(ok ? 0 : 1),
  (error: Error) => {
    console.error(`The market could not be verified: ${error.message}`)
    process.exit(1)
  },
)
