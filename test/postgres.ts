import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** How to reach a PostgreSQL database: what `pg` and the store's pool accept. */
export type Reach = Readonly<{
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
  connectionString?: string
}>

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Reach
  }
}

/** Makes a database of its own for a test, empty or as a copy of another one, and drops it again. */
export const freshDatabase = async (template?: string) => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const copy = template ? ` template "${template}"` : ''
  await asMaintainer(client => client.query(`create database "${name}"${copy}`))
  const drop = () => asMaintainer(client => client.query(`drop database if exists "${name}" with (force)`))
  return { name, connection: reach(inject('postgres'), name), drop }
}

/** The same server, another database. */
const reach = (server: Reach, database: string): Reach => {
  if (!server.connectionString) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

const asMaintainer = async (work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  const client = new pg.Client(reach(inject('postgres'), 'postgres'))
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
