import { createHmac, randomBytes } from 'node:crypto'

const MARK = 'whsec_'
const BYTES = 32

/** A new secret, as Standard Webhooks write one. */
export const newWebhookSecret = (): string => `${MARK}${randomBytes(BYTES).toString('base64')}`

/** The headers by which whoever holds one of the secrets knows that a message is ours (Standard Webhooks 1.0): one signature of each. */
export const signedHeaders = (
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> => {
  const seconds = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(MARK.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
