import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Reach } from '../postgres.ts'

const targetOf = ({ connectionString, host = '', port = 5432 }: Reach) => {
  if (!connectionString) return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const url = new URL(connectionString)
  return { host: url.hostname, port: Number(url.port || 5432) }
}

/**
 * A way to the database that can fail as networks and machines do: `hang` takes everything and passes on nothing,
 * `drop` cuts every line and refuses new ones, `go` is as it should be. What the database says may be put otherwise.
 */
export const proxyTo = async (database: Reach, putting = (said: Buffer): Buffer => said) => {
  let hangs = false
  const lines = new Set<Socket>()
  const server = createServer(visitor => {
    const target = connect(targetOf(database))
    const pass = (from: Socket, to: Socket, put = (chunk: Buffer) => chunk) => {
      lines.add(from)
      from.on('error', () => undefined)
      from.on('data', (chunk: Buffer) => {
        if (!hangs) to.write(put(chunk))
      })
      from.on('close', () => {
        lines.delete(from)
        to.destroy()
      })
    }
    pass(visitor, target)
    pass(target, visitor, putting)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cut = () => {
    for (const line of lines) line.destroy()
  }
  const drop = () => {
    server.close()
    cut()
  }
  const go = async () => {
    // What was lost on the way is not said again.
    if (hangs) cut()
    hangs = false
    if (server.listening) return
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  onTestFinished(drop)
  const reach: Reach = database.connectionString
    ? {
        connectionString: Object.assign(new URL(database.connectionString), { host: `127.0.0.1:${port}` })
          .href,
      }
    : { ...database, host: '127.0.0.1', port }
  return {
    reach,
    url: reach.connectionString ?? `postgres://${reach.user}@127.0.0.1:${port}/${reach.database}`,
    hang: () => {
      hangs = true
    },
    cut,
    drop,
    go,
  }
}
