import { z } from 'zod'
import { createAdmin } from '#server/auth/first-admin'
import { bringUpToDate, connect } from '#server/store/database'
import { chainNow } from '#server/store/chaining'
import { command } from './command.ts'
import { openDatabase } from './open-database.ts'

// Makes a system administrator, who brings in everybody else: npm run create-admin -- ann@market.example "Ann Admin".
// The password is made by chance, shown this once, and must be replaced at the first sign-in.

command('No administrator was made', async () => {
  const [email = '', displayName = ''] = process.argv.slice(2)
  const example = 'npm run create-admin -- ann@market.example "Ann Admin"'
  if (email === '' || !/\w/.test(displayName))
    throw new Error(`say the email address and the name: ${example}`)
  if (!z.email().safeParse(email).success)
    throw new Error(`${email} is not an email address that can be used. Example: ${example}`)
  const { reach, close } = await openDatabase({ makes: true })
  const db = connect(reach)
  try {
    await bringUpToDate(reach)
    const password = await createAdmin(db, { email, displayName, now: new Date().toISOString() })
    await chainNow(db)
    return `${email} can sign in with the password ${password}\nIt must be replaced at the first sign-in, and a second factor be set up.`
  } finally {
    await db.destroy()
    await close()
  }
})
