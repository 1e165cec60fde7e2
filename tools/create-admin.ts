import { z } from 'zod'
import { createAdmin } from '#server/commands/first-admin'
import { migrateOverDirectConnection, connectDatabase } from '#server/store/database'
import { chainPendingEntries } from '#server/log/chaining'
import { runCommand } from './command.ts'
import { openDatabase } from './open-database.ts'

// Creates a system administrator, who invites everyone else: npm run create-admin -- ann@market.example "Ann Admin".
// The password is random, shown only once, and must be replaced at the first sign-in.

runCommand('No administrator was created', async () => {
  const [email = '', displayName = ''] = process.argv.slice(2)
  const example = 'npm run create-admin -- ann@market.example "Ann Admin"'
  if (email === '' || !/\w/.test(displayName))
    throw new Error(`give the email address and the name: ${example}`)
  if (!z.email().safeParse(email).success)
    throw new Error(`${email} is not a valid email address. Example: ${example}`)
  const { reach, close } = await openDatabase({ makes: true })
  const db = connectDatabase(reach)
  try {
    await migrateOverDirectConnection(reach)
    const password = await createAdmin(db, { email, displayName, now: new Date().toISOString() })
    await chainPendingEntries(db)
    return `${email} can sign in with the password ${password}\nAt the first sign-in, they must choose a new password and set up a second factor.`
  } finally {
    await db.destroy()
    await close()
  }
})
