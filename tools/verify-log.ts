import { verifyChain } from '#server/store/activity'
import { connect } from '#server/store/database'
import { openDatabase } from './open-database.ts'

// Checks that the activity log is as it was written. `npm run verify-log` needs what the server needs: DATABASE_URL,
// or DATA_DIR with the embedded database, running or not. `npm run verify-log -- 120:abc...` also holds the log
// against entry 120 and its hash as somebody noted them down earlier.

const notedPoint = (argument: string | undefined) => {
  if (!argument) return undefined
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(argument) ?? []
  if (!seq || !hash) throw new Error(`${argument} is no noted entry: write its number, a colon and its hash`)
  return { seq: Number(seq), hash }
}

const verify = async (): Promise<boolean> => {
  const noted = notedPoint(process.argv[2])
  const { reach, close } = await openDatabase()
  const db = connect(reach)
  try {
    const verdict = await verifyChain(db, noted)
    if (verdict.ok)
      console.log(`The activity log is whole. Its last entry is ${verdict.length}:${verdict.hash}`)
    else console.error(`The activity log has been changed: entry ${verdict.seq} ${verdict.why}`)
    return verdict.ok
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
