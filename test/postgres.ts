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
    /** A name of its own for each run of the tests. */
    run: string
  }
}

/** Makes a database of its own for a test, empty or as a copy of another one, and drops it again. */
export const freshDatabase = async (template?: string) => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const copy = template ? ` template "${template}"` : ''
  await asMaintainer(client => client.query(`create database "${name}"${copy}`))
  const drop = () => asMaintainer(client => client.query(`drop database if exists "${name}" with (force)`))
  return { name, connection: reachOf(name), drop }
}

/** How to reach a database of the tests' server by its name. */
export const reachOf = (name: string): Reach => reach(inject('postgres'), name)

/** The same in one line, as DATABASE_URL says it. */
export const urlOf = ({ connectionString, host, user, database }: Reach): string =>
  connectionString ??
  `postgres://localhost/${database}?${new URLSearchParams({ host: host ?? '', user: user ?? '' }).toString()}`

const reach = (server: Reach, database: string): Reach => {
  if (!server.connectionString) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** Does something to the tests' server itself, such as making a database. */
export const asMaintainer = async (
  work: (client: pg.Client) => Promise<unknown>,
  server: Reach = inject('postgres'),
): Promise<void> => {
  const client = new pg.Client(reach(server, 'postgres'))
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
