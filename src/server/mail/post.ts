import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Instant } from '#domain/dates'
import { messageOf } from '#domain/narrow'
import type { Config } from '../config.ts'
import type { WrittenLetter } from './look.ts'

/** A letter with its addresses; its id stays the same when it is sent once more. */
export interface Mail extends WrittenLetter {
  id: string
  to: readonly string[]
  /** The name it is sent under. */
  from: string
  at: Instant
}

/** How letters leave the house. */
export interface Post {
  /** Rejects with `Bounced` where asking again is of no use. */
  deliver: (mail: Mail) => Promise<void>
  close: () => void
}

/** A server will not take this letter however often it is asked, as where there is no such mailbox. */
export class Bounced extends Error {}

/**
 * Did the server refuse this letter for good, by a reply from 500 on to its sender, its reader or what it says (RFC 5321,
 * 4.2.1)? What goes wrong before that, as a password that is not accepted, is for whoever runs the market to mend.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'permanent' in error &&
  error.permanent === true &&
  'code' in error &&
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')

/** By these a program offers to end letters of a kind with one press, without opening a page (RFC 8058). */
const oneClick = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Opens the way out: the server of `SMTP_URL`, else the local mailbox. */
export const openPost = ({ mail, publicUrl }: Pick<Config, 'mail' | 'publicUrl'>): Post => {
  if (mail.kind === 'mailbox')
    return { deliver: letter => putInMailbox(mail.folder, letter), close: () => {} }
  const { hostname } = new URL(publicUrl)
  const transport = createTransport(mail.url)
  return {
    deliver: async ({ id, to, from, subject, text, html, at, unsubscribe }) => {
      const sent = transport.sendMail({
        // Several people of one organisation need not see that a letter went to each other's private address.
        ...(to.length === 1 ? { to: to[0] } : { to: `undisclosed-recipients:;`, bcc: [...to] }),
        from: { name: from, address: `no-reply@${hostname}` },
        // The same each time, so that a mailbox may know a letter that was sent twice.
        messageId: `<${id}@${hostname}>`,
        date: new Date(at),
        subject,
        text,
        html,
        // Nobody's holiday is told to us (RFC 3834).
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe !== undefined && oneClick(unsubscribe)),
        },
      })
      await sent.catch((error: unknown) => {
        throw isRefusal(error) ? new Bounced(messageOf(error), { cause: error }) : error
      })
    },
    close: () => transport.close(),
  }
}

/** The folder in which letters lie; undefined where they are sent. */
export const mailboxIn = ({ mail }: Pick<Config, 'mail'>): string | undefined =>
  mail.kind === 'mailbox' ? mail.folder : undefined

/** One file for each letter, whole or not there; sent once more it takes the place of the first. */
const putInMailbox = async (folder: string, mail: Mail): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${mail.at.replace(/[^0-9]/g, '')}-${mail.id}.json`)
  const file = await open(`${path}.part`, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(mail, null, 2))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
}

/** The letters in the local mailbox, the latest first. */
export const mailboxOf = async (folder: string, most = 200): Promise<Mail[]> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const latest = names
    .filter(name => name.endsWith('.json'))
    .toSorted()
    .toReversed()
    .slice(0, most)
  return Promise.all(latest.map(async name => JSON.parse(await readFile(join(folder, name), 'utf8')) as Mail))
}
