import { parseArgs } from 'node:util'
import { readConfig } from '#server/process/config'
import { mailboxFolder } from '#server/mail/post'
import { type PersonBlankingResult, blankPerson, previewPersonBlanking } from '#server/persons/blank'
import { deleteMailboxEmailsOf } from '#server/persons/mailbox'
import { connectDatabase } from '#server/store/database'
import { NO_TIME_LIMITS } from '#server/store/limits'
import { chainPendingEntries } from '#server/log/chaining'
import { runCommand } from './command.ts'
import { openDatabase } from './open-database.ts'

// Removes the personal data of a person: npm run blank-person -- ann@market.example --reason "Asked on 3 May" previews it, and
// --yes does it. A full name finds a person without an account, such as an assessor. It has the requirements of `npm run verify`.

const linesOf = ({ neutralName, removed, stays }: PersonBlankingResult, verb: string): string[] => [
  `${neutralName}: ${verb}`,
  ...removed.map(({ what, count }) => `  ${count} ${what}`),
  'What stays, because the law or the market’s own records require it:',
  ...stays.map(line => `  ${line}`),
]

runCommand('Nothing was blanked', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: 'string' }, yes: { type: 'boolean' }, preview: { type: 'boolean' } },
  })
  const [called] = positionals
  const { reason } = values
  if (!called || positionals.length > 1 || !reason || !/\w/.test(reason))
    throw new Error(
      'give the person and the reason: npm run blank-person -- ann@market.example --reason "Asked on 3 May"',
    )
  const { reach, close } = await openDatabase()
  const db = connectDatabase(reach, undefined, NO_TIME_LIMITS)
  const asked = { called, reason, now: new Date().toISOString() }
  try {
    if (!values.yes || values.preview)
      return [
        ...linesOf(await previewPersonBlanking(db, asked), 'would be removed or replaced'),
        'Nothing was changed. To do it, repeat the command with --yes. You cannot undo it.',
      ].join('\n')
    const done = await blankPerson(db, asked)
    await chainPendingEntries(db)
    if (!done.isDone) return `${done.neutralName}: there is nothing left to do`
    const folder = mailboxFolder(readConfig(process.env))
    const emails = folder === undefined ? 0 : await deleteMailboxEmailsOf(folder, done.person)
    return [...linesOf(done, 'removed or replaced'), `  ${emails} emails in the mailbox folder`].join('\n')
  } finally {
    await db.destroy()
    await close()
  }
})
