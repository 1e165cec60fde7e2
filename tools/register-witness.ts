import { registerWitness, removeWitness } from '#server/log/witnesses'
import { migrateOverDirectConnection, connectDatabase } from '#server/store/database'
import { readMarketClock } from '#server/store/market-clock'
import { chainPendingEntries } from '#server/log/chaining'
import { runCommand } from './command.ts'
import { openDatabase } from './open-database.ts'

// Registers a witness of the log by the line that it printed when it was begun:
//   npm run register-witness -- "witness.example+1a2b3c4d+BA..."
// or removes one by its name: npm run register-witness -- --remove witness.example

runCommand('The witness was not registered', async () => {
  const [first = '', second = ''] = process.argv.slice(2)
  const isRemoval = first === '--remove'
  if ((isRemoval ? second : first) === '')
    throw new Error('give the key of the witness, or --remove and its name')
  const { reach, close } = await openDatabase()
  const db = connectDatabase(reach)
  try {
    await migrateOverDirectConnection(reach)
    const now = await readMarketClock(db)
    if (isRemoval) {
      if (!(await removeWitness(db, second, now))) throw new Error(`there is no witness ${second}`)
      await chainPendingEntries(db)
      return `${second} is no longer a witness.`
    }
    const name = await registerWitness(db, first, now)
    await chainPendingEntries(db)
    return `${name} is a witness: its co-signatures are accepted and shown at /log/.`
  } finally {
    await db.destroy()
    await close()
  }
})
