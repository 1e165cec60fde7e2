import { parseArgs } from 'node:util'
import { readConfig } from '#server/config'
import { mailboxIn } from '#server/mail/post'
import { type Blanking, blankPerson, previewBlanking } from '#server/persons/blank'
import { mailboxForgets } from '#server/persons/mailbox'
import { connect } from '#server/store/database'
import { FOR_ALL_THERE_IS } from '#server/store/limits'
import { chainNow } from '#server/store/chaining'
import { command } from './command.ts'
import { openDatabase } from './open-database.ts'

// Removes what tells who somebody was: npm run blank-person -- ann@market.example --reason "Asked on 3 May" says what it
// would do, and with --yes it is done. A whole name is somebody without an account, such as an assessor. It needs what `npm run verify` needs.

const linesOf = ({ neutralName, removed, stays }: Blanking, verb: string): string[] => [
  `${neutralName}: ${verb}`,
  ...removed.map(({ what, count }) => `  ${count} ${what}`),
  'What stays, as the law and the books of the market require:',
  ...stays.map(line => `  ${line}`),
]

command('Nothing was blanked', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: 'string' }, yes: { type: 'boolean' }, preview: { type: 'boolean' } },
  })
  const [called] = positionals
  const { reason } = values
  if (!called || positionals.length > 1 || !reason || !/\w/.test(reason))
    throw new Error('say who and why: npm run blank-person -- ann@market.example --reason "Asked on 3 May"')
  const { reach, close } = await openDatabase()
  const db = connect(reach, undefined, FOR_ALL_THERE_IS)
  const asked = { called, reason, now: new Date().toISOString() }
  try {
    if (!values.yes || values.preview)
      return [
        ...linesOf(await previewBlanking(db, asked), 'what would be removed or replaced'),
        'Nothing was done. The same with --yes does it, and it cannot be taken back.',
      ].join('\n')
    const done = await blankPerson(db, asked)
    await chainNow(db)
    if (!done.isDone) return `${done.neutralName}: there is nothing left to do`
    const folder = mailboxIn(readConfig(process.env))
    const letters = folder === undefined ? 0 : await mailboxForgets(folder, done.person)
    return [
      ...linesOf(done, 'removed or replaced'),
      `  ${letters} letters in the folder of letters were removed`,
    ].join('\n')
  } finally {
    await db.destroy()
    await close()
  }
})
