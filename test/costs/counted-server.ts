import { pino } from 'pino'
import { beginSession } from '#server/auth/sessions'
import { buildApp } from '#server/app'
import { openFileStore } from '#server/files/file-store'
import { openActionRuntime } from '#server/open-runtime'
import { readConfig } from '#server/process/config'
import { connectDatabase } from '#server/store/database'
import { createFrozenTime } from '../builders/market-clock.ts'
import { certify } from '../builders/seal.ts'
import { copyTemplate, TEMPLATE_NOW, type Template } from '../builders/templates.ts'
import { STEADY_PLANS } from './steady-plans.ts'
import { watchQueries } from './watch-queries.ts'

/** Blocks of tables and indexes that this database has read, from memory or disk; catalogues are not counted. */
const BLOCKS = `select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0)
    + coalesce(toast_blks_hit + toast_blks_read + tidx_blks_hit + tidx_blks_read, 0)) as blocks
  from pg_statio_user_tables`

/** A request of the ledger: who sends it, where, and what. */
export interface Request {
  user: string | null
  url: string
  body?: object
  headers?: Readonly<Record<string, string>>
}

/** An answer, and what it cost. */
export interface CountedAnswer {
  statements: number
  blocks: number
  /** As sent: compressed if the request accepts that. */
  payload: Buffer
  headers: Readonly<Record<string, unknown>>
}

/**
 * The server on a private copy of a market, without work in the background, on one connection: so each request sends the
 * same statements in the same order and reads the same blocks.
 */
export const openCountedServer = async (template: Template) => {
  const { name, connection, dataDir, remove } = await copyTemplate(template)
  const db = connectDatabase({
    ...connection,
    max: 1,
    options: STEADY_PLANS,
  })
  const config = readConfig({ DATA_DIR: dataDir, DEMO: 'on', PORT: '0', REQUIRE_STEP_UP: 'off' })
  const time = createFrozenTime(() => TEMPLATE_NOW)
  const runtime = openActionRuntime(db, { certify, time, secondPersonFor: () => 'nobody' })
  const files = await openFileStore(config.files)
  const newApp = () => buildApp({ runtime, config, files, log: pino({ level: 'silent' }) })
  // Each request runs once on the first, which warms the caches of the runtime; the second has no cached answers.
  const [first, second] = await Promise.all([newApp(), newApp()])
  const watched = watchQueries(name)
  const cookies = new Map<string, string>()
  const blocksRead = async (): Promise<number> => {
    let blocks = 0
    for (const client of watched.clients) {
      // Counts of a connection are published when it is idle after this.
      await watched.ask(client, 'select pg_stat_force_next_flush()')
      blocks = Number((await watched.ask<{ blocks: string }>(client, BLOCKS)).rows[0]?.blocks)
    }
    return blocks
  }
  const cookieOf = async (user: string): Promise<string> => {
    const cookie = cookies.get(user) ?? `session=${await beginSession(db, user, TEMPLATE_NOW)}`
    cookies.set(user, cookie)
    return cookie
  }
  const ask = async (app: typeof first, { user, url, body, headers }: Request) => {
    const answer = await app.inject({
      url,
      method: body ? 'POST' : 'GET',
      headers: { ...(user !== null && { cookie: await cookieOf(user) }), ...headers },
      ...(body && { payload: body }),
    })
    if (answer.statusCode !== 200) throw new Error(`${url} as ${user}: ${answer.statusCode} ${answer.body}`)
    return answer
  }
  return {
    db,
    runtime,
    /** The answer to a request, without counting. */
    ask: (request: Request) => ask(first, request),
    /** Runs a request twice, and counts the second. */
    count: async (request: Request, again: Request = request): Promise<CountedAnswer> => {
      await ask(first, request)
      const before = await blocksRead()
      watched.texts.length = 0
      const { rawPayload: payload, headers } = await ask(second, again)
      const statements = watched.texts.length
      return { statements, blocks: (await blocksRead()) - before, payload, headers }
    },
    close: async () => {
      watched.stop()
      await first.close()
      await second.close()
      await db.destroy()
      await remove()
    },
  }
}
/** A server whose costs can be counted. */
export type CountedServer = Awaited<ReturnType<typeof openCountedServer>>
