import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Instant } from '@credit-market/values/dates'
import { errorMessageOf } from '#domain/values/narrow'
import type { ServerConfig } from '../process/config.ts'
import type { ComposedEmail } from './look.ts'

/** An email with its addresses; its id stays the same when it is sent again. */
export interface DeliverableEmail extends ComposedEmail {
  id: string
  to: readonly string[]
  /** Name of the sender. */
  from: string
  at: Instant
}

/** Transport of emails. */
export interface MailTransport {
  /** Rejects with `BouncedEmail` if trying again is useless. */
  deliver: (mail: DeliverableEmail) => Promise<void>
  close: () => void
}

/** Permanent refusal of an email by a server, as for a mailbox that does not exist. */
export class BouncedEmail extends Error {}

/**
 * True if the server refused this email for good, with a reply from 500 on to its sender, its recipient or its content
 * (RFC 5321, 4.2.1). Earlier failures, such as a refused password, are for the operator to fix.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'permanent' in error &&
  error.permanent === true &&
  'code' in error &&
  (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')

/**
 * Headers with which an email program offers to end emails of a kind with one press, without opening a page (RFC 8058).
 */
const oneClick = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Opens the transport: the server of `SMTP_URL`, else the local mailbox. */
export const openMailTransport = ({
  mail,
  publicUrl,
}: Pick<ServerConfig, 'mail' | 'publicUrl'>): MailTransport => {
  if (mail.kind === 'mailbox')
    return { deliver: letter => putInMailbox(mail.folder, letter), close: () => {} }
  const { hostname } = new URL(publicUrl)
  const transport = createTransport(mail.url)
  return {
    deliver: async ({ id, to, from, subject, text, html, at, unsubscribe }) => {
      const sent = transport.sendMail({
        // People of one organisation need not see each other's private addresses.
        ...(to.length === 1 ? { to: to[0] } : { to: `undisclosed-recipients:;`, bcc: [...to] }),
        from: { name: from, address: `no-reply@${hostname}` },
        // The same each time, so that a mailbox can recognise an email that was sent twice.
        messageId: `<${id}@${hostname}>`,
        date: new Date(at),
        subject,
        text,
        html,
        // Prevents automatic replies, such as out-of-office messages (RFC 3834).
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe !== undefined && oneClick(unsubscribe)),
        },
      })
      await sent.catch((error: unknown) => {
        throw isRefusal(error) ? new BouncedEmail(errorMessageOf(error), { cause: error }) : error
      })
    },
    close: () => transport.close(),
  }
}

/** Returns the folder of the local mailbox; undefined if emails are sent by SMTP. */
export const mailboxFolder = ({ mail }: Pick<ServerConfig, 'mail'>): string | undefined =>
  mail.kind === 'mailbox' ? mail.folder : undefined

/** Writes one file for each email, complete or not at all; an email that is sent again replaces the first. */
const putInMailbox = async (folder: string, mail: DeliverableEmail): Promise<void> => {
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

/** Lists the emails in the local mailbox, latest first. */
export const listMailbox = async (folder: string, most = 200): Promise<DeliverableEmail[]> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const latest = names
    .filter(name => name.endsWith('.json'))
    .toSorted()
    .toReversed()
    .slice(0, most)
  return Promise.all(
    latest.map(async name => JSON.parse(await readFile(join(folder, name), 'utf8')) as DeliverableEmail),
  )
}
