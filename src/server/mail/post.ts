import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Instant } from '#domain/dates'
import type { Config } from '../config.ts'
import type { WrittenLetter } from './letters.ts'

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
  deliver: (mail: Mail) => Promise<void>
  close: () => void
}

/** Opens the way out: the server of `SMTP_URL`, else the local mailbox. */
export const openPost = ({ mail, publicUrl }: Pick<Config, 'mail' | 'publicUrl'>): Post => {
  if (mail.kind === 'mailbox')
    return { deliver: letter => putInMailbox(mail.folder, letter), close: () => {} }
  const { hostname } = new URL(publicUrl)
  const transport = createTransport(mail.url)
  return {
    deliver: async ({ id, to, from, subject, text, html, at }) => {
      await transport.sendMail({
        // Several people of one organisation need not see that a letter went to each other's private address.
        ...(to.length === 1 ? { to: to[0] } : { to: `undisclosed-recipients:;`, bcc: [...to] }),
        from: { name: from, address: `no-reply@${hostname}` },
        // The same each time, so that a mailbox may know a letter that was sent twice.
        messageId: `<${id}@${hostname}>`,
        date: new Date(at),
        subject,
        text,
        html,
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
