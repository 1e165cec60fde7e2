import { connectDatabase } from '#server/store/database'
import { recordFaultExplanation, logFaultPlaceText } from '#server/log/log-check'
import { chainPendingEntries } from '#server/log/chaining'
import { runCommand } from './command.ts'
import { openDatabase } from './open-database.ts'

// Adds an explanation of an error in the activity log, by a person of the market operator:
// npm run explain-fault -- 120 olive "Restored from the backup of 3 May, see ticket 12"
// It has the requirements of `npm run verify`, which lists the errors with their explanations.

runCommand('Nothing was explained', async () => {
  const [seq = '', username = '', text = ''] = process.argv.slice(2)
  if (!/^\d+$/.test(seq) || !/\w/.test(text))
    throw new Error(
      'give the entry, your user name and the explanation: npm run explain-fault -- 120 olive "Restored from a backup"',
    )
  const { reach, close } = await openDatabase()
  const db = connectDatabase(reach)
  try {
    const user = await db
      .selectFrom('user')
      .innerJoin('organisation', 'organisation.id', 'user.organisationId')
      .select(['user.id', 'organisation.id as organisationId'])
      .where('user.username', '=', username)
      .where('user.active', '=', true)
      .where('organisation.type', '=', 'OPER')
      .executeTakeFirst()
    if (!user) throw new Error(`${username} is not a user of the market operator`)
    const who = { userId: user.id, organisationId: user.organisationId }
    const fault = await recordFaultExplanation(db, {
      seq: Number(seq),
      ...who,
      text,
      now: new Date().toISOString(),
    })
    await chainPendingEntries(db)
    if (!fault) throw new Error(`entry ${seq} has no error without an explanation`)
    return `${logFaultPlaceText(fault)} ${fault.why}: explained by ${username}`
  } finally {
    await db.destroy()
    await close()
  }
})
