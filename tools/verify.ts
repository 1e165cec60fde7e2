import { errorMessageOf } from '#domain/values/narrow'
import { readConfig } from '#server/process/config'
import { openFileStore } from '#server/files/file-store'
import { chainPendingEntries } from '#server/log/chaining'
import { connectDatabase } from '#server/store/database'
import { NO_TIME_LIMITS } from '#server/store/limits'
import { type LogCheckResult, type LogFault, logFaultPlaceText, verifyLogChain } from '#server/log/log-check'
import { openStore, type Store } from '#server/store/store'
import { formatDifference } from '#server/verify/check'
import { verifyRunningMarket } from '#server/verify/market-now'
import { DIFFERENCE_REMEDIES } from '#server/verify/remedies'
import type { VerificationResult } from '#server/verify/verify'
import { openDatabase } from './open-database.ts'
import { optionsIn, type Wanted } from './verify/options.ts'

// Runs the whole integrity check, which the server runs every night: the log and its Merkle tree, the rows that it
// commits to, the registry of credits, settled rounds and their books, certificates, land, and the bytes of every document.
// `npm run verify` needs what the server needs: DATABASE_URL, or DATA_DIR with the embedded database, running or not, and the
// documents. `-- --log-only` verifies only the log, without the documents; `-- --against 120:abc…` compares it with the number of an entry and its
// hash that someone noted earlier. The result is stored, and administrators are notified of new differences.
// Exit codes: 0 without differences, 1 with differences, 2 for a wrong option, 3 if the check could not be run.

const countOf = (part: string, looked: number, differences: number): string =>
  `${part.padEnd(14)}${looked} checked, ${differences} differ`

const sayMarket = ({ differences, more, parts, tookMs }: VerificationResult): boolean => {
  for (const { name, looked, differences: count } of parts) {
    console.log(countOf(name, looked, count))
    for (const difference of differences.filter(({ part }) => part === name))
      console.error(formatDifference(difference))
    if (count > 0) console.error(`${name}: ${DIFFERENCE_REMEDIES[name]}`)
  }
  if (more > 0) console.error(`and ${more} more`)
  const isWhole = differences.length === 0
  const took = `Verified in ${(tookMs / 1000).toFixed(1)} s`
  console.log(isWhole ? `${took}: no differences.` : `${took}: there are differences.`)
  return isWhole
}

const sentenceOf = ({ why, explanation, ...fault }: LogFault): string => {
  const what = `log: ${logFaultPlaceText(fault)} ${why}`
  if (!explanation) return what
  return `${what}; explained in entry ${explanation.seq} by ${explanation.by} on ${explanation.at}: ${explanation.text}`
}

const sayLog = ({ length, hash, faults, more }: LogCheckResult): boolean => {
  const unexplained = faults.filter(({ explanation }) => explanation === null).length + more
  console.log(countOf('log', length, unexplained))
  for (const fault of faults) console.error(sentenceOf(fault))
  if (more > 0) console.error(`and ${more} more`)
  if (unexplained > 0) console.error(`log: ${DIFFERENCE_REMEDIES.log}`)
  const last = `Its last entry is ${length}:${hash}`
  if (unexplained > 0) console.log(`The activity log has been changed. ${last}`)
  else if (faults.length > 0) console.log(`The activity log is intact, except for explained errors. ${last}`)
  else console.log(`The activity log is intact. ${last}`)
  return unexplained === 0
}

const verified = async (store: Store, { logOnly, noted }: Wanted): Promise<boolean> => {
  if (logOnly) {
    // A read-only user or a copy of the database can be verified too.
    await chainPendingEntries(store.db).catch(() => {})
    return sayLog(await verifyLogChain(store.db, noted))
  }
  const files = await openFileStore(readConfig(process.env).files)
  return sayMarket(
    await verifyRunningMarket({ store, files, noted, now: new Date().toISOString(), afresh: true }),
  )
}

const run = async (wanted: Wanted): Promise<boolean> => {
  const { reach, close } = await openDatabase()
  const db = connectDatabase(reach, undefined, NO_TIME_LIMITS)
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
    console.error(errorMessageOf(error))
    return 2
  }
  try {
    return (await run(wanted)) ? 0 : 1
  } catch (error) {
    console.error(
      wanted.logOnly
        ? `The activity log could not be verified: ${errorMessageOf(error)}`
        : `The market could not be verified: ${errorMessageOf(error)}`,
    )
    return 3
  }
}

process.exit(await codeOf(process.argv.slice(2)))
