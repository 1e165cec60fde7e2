import { connect } from '#server/store/database'
import { explainFault, placeOf } from '#server/store/log-check'
import { chainNow } from '#server/store/chaining'
import { command } from './command.ts'
import { openDatabase } from './open-database.ts'

// Adds to the activity log what there is to say of a fault in it, by somebody of the market operator:
// npm run explain-fault -- 120 olive "Restored from the backup of 3 May, see ticket 12"
// It needs what `npm run verify` needs, which names the faults and shows the explanations beside them.

command('Nothing was explained', async () => {
  const [seq = '', username = '', text = ''] = process.argv.slice(2)
  if (!/^\d+$/.test(seq) || !/\w/.test(text))
    throw new Error('Say which, who and why: npm run explain-fault -- 120 olive "Restored from a backup"')
  const { reach, close } = await openDatabase()
  const db = connect(reach)
  try {
    const user = await db
      .selectFrom('user')
      .innerJoin('organisation', 'organisation.id', 'user.organisationId')
      .select(['user.id', 'organisation.id as organisationId'])
      .where('user.username', '=', username)
      .where('user.active', '=', true)
      .where('organisation.type', '=', 'OPER')
      .executeTakeFirst()
    if (!user) throw new Error(`${username} is nobody of the market operator`)
    const who = { userId: user.id, organisationId: user.organisationId }
    const fault = await explainFault(db, { seq: Number(seq), ...who, text, now: new Date().toISOString() })
    await chainNow(db)
    if (!fault) throw new Error(`there is no fault at entry ${seq} that is not explained`)
    return `${placeOf(fault)} ${fault.why}: explained by ${username}`
  } finally {
    await db.destroy()
    await close()
  }
})
