import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What came to a receiver: the headers, and the body as it was. */
export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** A program that is told things, and answers as it is bid. */
export const startReceiver = async () => {
  const received: Received[] = []
  const answers = { status: 204, headers: {} as Record<string, string>, body: '' }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(answers.status, answers.headers).end(answers.body)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}/told`, received, answers, close }
}

/**
 * Is a message signed with this secret, by the words of the specification of Standard Webhooks 1.0 and nothing of ours? The key is the
 * base64 behind `whsec_`, what is signed is id, timestamp and body with full stops between, and one good signature will do.
 */
export const isSignedWith = (secret: string, { headers, body }: Received): boolean => {
  const said = (name: string): string => String(headers[name] ?? '')
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key)
    .update(`${said('webhook-id')}.${said('webhook-timestamp')}.${body}`)
    .digest()
  return said('webhook-signature')
    .split(' ')
    .map(one => one.split(','))
    .some(([version, signature = '']) => {
      const given = Buffer.from(signature, 'base64')
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
    })
}
