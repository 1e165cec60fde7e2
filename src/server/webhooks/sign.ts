import { createHmac, randomBytes } from 'node:crypto'

const MARK = 'whsec_'
const BYTES = 32

/** Returns a new secret in the format of Standard Webhooks. */
export const generateWebhookSecret = (): string => `${MARK}${randomBytes(BYTES).toString('base64')}`

/**
 * Returns the headers that prove a message is ours to holders of one of the secrets (Standard Webhooks 1.0), with one
 * signature for each secret.
 */
export const createSignatureHeaders = (
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
