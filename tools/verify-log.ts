import { connect } from '#server/store/database'
import { type LogFault, placeOf, verifyChain } from '#server/store/log-check'
import { chainNow } from '#server/store/chaining'
import { openDatabase } from './open-database.ts'

// Checks that the activity log alone is as it was written, and shows what was explained of it; `npm run verify` checks everything. `npm run verify-log` needs what the server needs: DATABASE_URL,
// or DATA_DIR with the embedded database, running or not. `npm run verify-log -- 120:abc...` also holds the log
// against entry 120 and its hash as somebody noted them down earlier. Each fault is named, explained ones (see
// explain-fault.ts) with their explanation; it ends with 0 where no fault is without one.

const notedPoint = (argument: string | undefined) => {
  if (!argument) return undefined
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(argument) ?? []
  if (!seq || !hash) throw new Error(`${argument} is no noted entry: write its number, a colon and its hash`)
  return { seq: Number(seq), hash }
}

const sentenceOf = ({ why, explanation, ...fault }: LogFault): string => {
  const what = `${placeOf(fault)} ${why}`
  if (!explanation) return what
  return `${what}; explained in entry ${explanation.seq} by ${explanation.by} on ${explanation.at}: ${explanation.text}`
}

const verify = async (): Promise<boolean> => {
  const noted = notedPoint(process.argv[2])
  const { reach, close } = await openDatabase()
  const db = connect(reach)
  try {
    // Whoever may only read, or looks at a copy, is answered all the same.
    await chainNow(db).catch(() => {})
    const { length, hash, faults, more } = await verifyChain(db, noted)
    const unexplained = faults.filter(({ explanation }) => explanation === null).length + more
    for (const fault of faults) console.error(sentenceOf(fault))
    if (more > 0) console.error(`and ${more} more`)
    const end = `Its last entry is ${length}:${hash}`
    if (faults.length === 0) console.log(`The activity log is whole. ${end}`)
    else if (unexplained === 0) console.log(`The activity log is whole but for what is explained. ${end}`)
    else
      console.error(
        `The activity log has been changed. Faults without an explanation: ${unexplained}. ${end}`,
      )
    return unexplained === 0
  } finally {
    await db.destroy()
    await close()
  }
}

verify().then(
  ok => process.exit(ok ? 0 : 1),
  (error: Error) => {
    console.error(`The activity log could not be checked: ${error.message}`)
    process.exit(1)
  },
)
