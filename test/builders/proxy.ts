import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { DatabaseConnectionConfig } from '../postgres.ts'

const targetOf = ({ connectionString, host = '', port = 5432 }: DatabaseConnectionConfig) => {
  if (!connectionString) return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const url = new URL(connectionString)
  return { host: url.hostname, port: Number(url.port || 5432) }
}

/**
 * A connection to the database that can fail like networks and machines: `hang` accepts everything and forwards nothing,
 * `drop` closes every connection and refuses new ones, `go` is normal. A test can rewrite what the database sends.
 */
export const proxyTo = async (
  database: DatabaseConnectionConfig,
  putting = (said: Buffer): Buffer => said,
) => {
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
    // Lost data is not sent again.
    if (hangs) cut()
    hangs = false
    if (server.listening) return
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  onTestFinished(drop)
  const reach: DatabaseConnectionConfig = database.connectionString
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
