import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to a receiver: the headers, and the raw body. */
export interface ReceivedRequest {
  headers: IncomingHttpHeaders
  body: string
}

/** A program that receives messages, and answers as configured. */
export const startReceiver = async () => {
  const received: ReceivedRequest[] = []
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
 * True if a message is signed with this secret. Implemented only from the specification of Standard Webhooks 1.0: the
 * key is the base64 after `whsec_`, the signed text is id, timestamp and body joined by full stops, and one valid
 * signature is enough.
 */
export const isSignedWith = (secret: string, { headers, body }: ReceivedRequest): boolean => {
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
