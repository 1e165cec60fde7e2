import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import * as oidc from 'openid-client'
import type { ServerConfig } from '../process/config.ts'
import type { Provider } from '../process/providers.ts'
import { openS3BlobStore } from '../files/object-store.ts'
import { clamdScanner } from '../files/scan.ts'
import { openMailTransport } from '../mail/post.ts'
import { fault, fine, type Finding, PATIENCE_MS, remedyFor } from './finding.ts'

const TEST_EMAIL = {
  subject: 'Test email of your market',
  text: 'If you can read this, your market can send emails.',
  html: '<p>If you can read this, your market can send emails.</p>',
}

/** Signs in at the mail server, and sends an email to an address if there is one. */
export const checkMail = async (config: ServerConfig, sendTo: string | undefined): Promise<Finding> => {
  const { mail, publicUrl } = config
  if (mail.kind === 'mailbox')
    return config.demo
      ? fine('Mail', `emails are written to ${mail.folder}`)
      : fault('Mail', 'no email leaves this machine. Set SMTP_URL, or no one can be invited or notified')
  const patience = {
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  }
  const trial = createTransport({ url: mail.url, ...patience })
  const transport = openMailTransport({ mail, publicUrl })
  try {
    await trial.verify()
    if (sendTo === undefined) return fine('Mail', 'the server of SMTP_URL takes emails')
    const at = new Date().toISOString()
    await transport.deliver({ ...TEST_EMAIL, id: randomUUID(), to: [sendTo], from: 'Market', at })
    return fine('Mail', `a test email was sent to ${sendTo}`)
  } catch (error) {
    return fault('Mail', `the server of SMTP_URL takes no emails: ${remedyFor(error, 'SMTP_URL')}`)
  } finally {
    trial.close()
    transport.close()
  }
}

/** Reads the description of one sign-in provider. */
export const checkProvider = async ({ id, issuer, clientId }: Provider): Promise<Finding> => {
  const about = `Sign-in provider ${id}`
  const isPlain = new URL(issuer).protocol === 'http:'
  try {
    await oidc.discovery(new URL(issuer), clientId, undefined, undefined, {
      timeout: PATIENCE_MS / 1_000,
      ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
    })
    return fine(about, 'it describes itself')
  } catch (error) {
    return fault(about, `${issuer} does not describe itself: ${remedyFor(error, 'SIGN_IN_PROVIDERS')}`)
  }
}

/** Reads the description of each sign-in provider (OpenID Connect Discovery). */
export const checkProviders = ({ providers }: ServerConfig): Promise<Finding[]> =>
  Promise.all(providers.map(checkProvider))

/** Carries work out with a small file of its own, which is removed afterwards. */
const withTestFile = async <T>(work: (file: { path: string; bytes: Buffer }) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'))
  const path = join(folder, 'test')
  const bytes = Buffer.from(`A test of ${randomUUID()}`)
  try {
    await writeFile(path, bytes)
    return await work({ path, bytes })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Stores a test document in the object store and deletes it again. */
export const checkObjectStore = async ({ files }: ServerConfig): Promise<Finding[]> => {
  if (files.kind === 'folder') return []
  try {
    const store = await openS3BlobStore(files)
    await withTestFile(async ({ path, bytes }) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      await store.put({ path, sha256, size: bytes.length })
      await store.remove(sha256)
    })
    return [fine('Object store', 'a document was stored and deleted')]
  } catch (error) {
    return [fault('Object store', `no document can be stored: ${remedyFor(error, 'S3_URL')}`)]
  }
}

/** Lets the virus scanner read a harmless file. */
export const checkScanner = async ({ clamdUrl }: ServerConfig): Promise<Finding[]> => {
  if (clamdUrl === undefined) return []
  return withTestFile(({ path }) => clamdScanner(clamdUrl)(path)).then(
    () => [fine('Virus scanner', 'it scans')],
    () => [
      fault(
        'Virus scanner',
        'it does not answer, so no document can be uploaded. Start clamd, or check host and port in CLAMD_URL',
      ),
    ],
  )
}
