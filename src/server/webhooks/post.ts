import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { messageOf } from '#domain/narrow'
import { hostOf, isPublic, lookupPublic, NOT_PUBLIC } from './public-address.ts'

/** What came of sending: an answer and how it begins, or why there was none. */
export interface Outcome {
  status: number | null
  answer: string | null
  problem: string | null
}

/** All of it: connecting, sending, and the beginning of the answer. */
const LONGEST_MS = 10_000
const ANSWER_BYTES = 500

/**
 * Sends a message to an address of the public internet, once. Whatever it answers is not followed: a redirect is an answer like
 * any other that is not 2xx. `anywhere` lets it go to other addresses too, for development on one machine.
 */
export const postMessage = (
  address: string,
  { headers, body, anywhere }: { headers: Readonly<Record<string, string>>; body: string; anywhere: boolean },
): Promise<Outcome> => {
  const url = new URL(address)
  const host = hostOf(url)
  const nothing = (problem: string): Outcome => ({ status: null, answer: null, problem })
  // A name is looked at when it is looked up; an address never is.
  if (!anywhere && isIP(host) !== 0 && !isPublic(host)) return Promise.resolve(nothing(NOT_PUBLIC))
  return new Promise(resolve => {
    const signal = AbortSignal.timeout(LONGEST_MS)
    const failed = (error: unknown): void =>
      resolve(nothing(signal.aborted ? 'There was no answer within 10 seconds' : messageOf(error)))
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      // No connection is kept, and none is taken over.
      agent: false,
      signal,
      ...(!anywhere && { lookup: lookupPublic }),
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

/** How an answer begins; the rest is not read. */
const beginningOf = async (answer: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    length += bytes.length
    if (length >= ANSWER_BYTES) break
  }
  // What no column can hold is not kept.
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8').replaceAll('\0', '')
}
