import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { errorMessageOf } from '#domain/values/narrow'
import {
  hostForConnection,
  isPublicAddress,
  lookupPublicAddress,
  NOT_PUBLIC_REASON,
} from './public-address.ts'

/** Result of sending: the beginning of the answer, or why there was none. */
export interface WebhookPostResult {
  status: number | null
  answer: string | null
  problem: string | null
}

/** Limit for connecting, sending, and the beginning of the answer. */
const LONGEST_MS = 10_000
const ANSWER_BYTES = 500

/**
 * Sends a message once to an address on the public internet. Redirects are not followed: they count like any other
 * answer that is not 2xx. `anywhere` also allows other addresses, for development on one machine.
 */
export const postWebhookMessage = (
  address: string,
  { headers, body, anywhere }: { headers: Readonly<Record<string, string>>; body: string; anywhere: boolean },
): Promise<WebhookPostResult> => {
  const url = new URL(address)
  const host = hostForConnection(url)
  const nothing = (problem: string): WebhookPostResult => ({ status: null, answer: null, problem })
  // Names are checked at their lookup, but a literal address has none.
  if (!anywhere && isIP(host) !== 0 && !isPublicAddress(host))
    return Promise.resolve(nothing(NOT_PUBLIC_REASON))
  return new Promise(resolve => {
    const signal = AbortSignal.timeout(LONGEST_MS)
    const failed = (error: unknown): void =>
      resolve(nothing(signal.aborted ? 'There was no answer within 10 seconds' : errorMessageOf(error)))
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      // No connection is kept or reused.
      agent: false,
      signal,
      ...(!anywhere && { lookup: lookupPublicAddress }),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'credit-market-webhooks/1',
      },
    })
    request.on('error', failed)
    request.on('response', answer => {
      beginningOf(answer).then(
        text => resolve({ status: answer.statusCode ?? 0, answer: text, problem: null }),
        failed,
      )
    })
    request.end(body)
  })
}

/** Reads the beginning of an answer; the rest is not read. */
const beginningOf = async (answer: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    length += bytes.length
    if (length >= ANSWER_BYTES) break
  }
  // No text column can hold NUL.
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8').replaceAll('\0', '')
}
