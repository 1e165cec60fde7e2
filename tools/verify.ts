import { messageOf } from '#domain/narrow'
import { readConfig } from '#server/config'
import { openFileStore } from '#server/files/file-store'
import { chainNow } from '#server/store/chaining'
import { connect } from '#server/store/database'
import { FOR_ALL_THERE_IS } from '#server/store/limits'
import { type LogCheck, type LogFault, placeOf, verifyChain } from '#server/store/log-check'
import { openStore, type Store } from '#server/store/store'
import { lineOf } from '#server/verify/check'
import { verifyMarket } from '#server/verify/market-now'
import { REMEDIES } from '#server/verify/remedies'
import type { Verification } from '#server/verify/verify'
import { openDatabase } from './open-database.ts'
import { optionsIn, type Wanted } from './verify/options.ts'

// Verifies the whole market, as the server does by itself every hour, but all of it anew: the log and its tree, the rows that it
// commits to, the registry of credits, settled rounds and their books, certificates, land, and the bytes of every document.
// `npm run verify` needs what the server needs: DATABASE_URL, or DATA_DIR with the embedded database, running or not, and the
// documents. `-- --log-only` verifies the log alone, without the documents; `-- --against 120:abc…` holds it against an entry and its
// hash as somebody noted them down earlier. What came of it is noted, and administrators are told of what is new.
// It ends with 0 where nothing differs, 1 where something does, 2 for a wrong option, 3 where it could not be done.

const countOf = (part: string, looked: number, differences: number): string =>
  `${part.padEnd(14)}${looked} looked at, ${differences} differ`

const sayMarket = ({ differences, more, parts, tookMs }: Verification): boolean => {
  for (const { name, looked, differences: count } of parts) {
    console.log(countOf(name, looked, count))
    for (const difference of differences.filter(({ part }) => part === name))
      console.error(lineOf(difference))
    if (count > 0) console.error(`${name}: ${REMEDIES[name]}`)
  }
  if (more > 0) console.error(`and ${more} more`)
  const isWhole = differences.length === 0
  const took = `Verified in ${(tookMs / 1000).toFixed(1)} s`
  console.log(isWhole ? `${took}: nothing differs.` : `${took}: the market is not as it should be.`)
  return isWhole
}

const sentenceOf = ({ why, explanation, ...fault }: LogFault): string => {
  const what = `log: ${placeOf(fault)} ${why}`
  if (!explanation) return what
  return `${what}; explained in entry ${explanation.seq} by ${explanation.by} on ${explanation.at}: ${explanation.text}`
}

const sayLog = ({ length, hash, faults, more }: LogCheck): boolean => {
  const unexplained = faults.filter(({ explanation }) => explanation === null).length + more
  console.log(countOf('log', length, unexplained))
  for (const fault of faults) console.error(sentenceOf(fault))
  if (more > 0) console.error(`and ${more} more`)
  if (unexplained > 0) console.error(`log: ${REMEDIES.log}`)
  const but = faults.length > 0 ? ' but for what is explained' : ''
  const state = unexplained > 0 ? 'has been changed' : `is whole${but}`
  console.log(`The activity log ${state}. Its last entry is ${length}:${hash}`)
  return unexplained === 0
}

const verified = async (store: Store, { logOnly, noted }: Wanted): Promise<boolean> => {
  if (logOnly) {
    // Whoever may only read, or looks at a copy, is answered all the same.
    await chainNow(store.db).catch(() => {})
    return sayLog(await verifyChain(store.db, noted))
  }
  const files = await openFileStore(readConfig(process.env).files)
  return sayMarket(await verifyMarket({ store, files, noted, now: new Date().toISOString(), afresh: true }))
}

const run = async (wanted: Wanted): Promise<boolean> => {
  const { reach, close } = await openDatabase()
  const db = connect(reach, undefined, FOR_ALL_THERE_IS)
  try {
    return await verified(openStore(db), wanted)
  } finally {
    await db.destroy()
    await close()
  }
}

const codeOf = async (args: string[]): Promise<number> => {
  let wanted: Wanted
  try {
    wanted = optionsIn(args)
  } catch (error) {
    console.error(messageOf(error))
    return 2
  }
  try {
    return (await run(wanted)) ? 0 : 1
  } catch (error) {
    console.error(
      `The ${wanted.logOnly ? 'activity log' : 'market'} could not be verified: ${messageOf(error)}`,
    )
    return 3
  }
}

process.exit(await codeOf(process.argv.slice(2)))
