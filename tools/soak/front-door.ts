import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The one address of the market, as a proxy before its servers gives it: each request goes to a server that is ready. */
export const openFrontDoor = async (
  ready: () => string | undefined,
): Promise<{ port: number; close: () => void }> => {
  const server = createServer((incoming, outgoing) => {
    const refuse = (): void => {
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end('No server is ready')
    }
    const url = ready()
    if (url === undefined) return refuse()
    const onward = request(
      new URL(incoming.url ?? '/', url),
      { method: incoming.method, headers: incoming.headers },
      answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('error', refuse).pipe(outgoing)
      },
    )
    onward.on('error', refuse)
    incoming.on('error', () => onward.destroy()).pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
