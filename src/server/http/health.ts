import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { readHealth, readMetrics, readReadiness } from '#contract/system'
import { areFilesThere } from '../files/market-files.ts'
import { openMetrics } from '../metrics/index.ts'
import type { AppContext } from './app-context.ts'
import { serve } from './serve.ts'

/** For those who run it: alive, ready, and how it is doing. */
export const healthRoutes = (app: FastifyInstance, { runtime, config, files, drain }: AppContext): void => {
  const registry = openMetrics({ app, runtime, config })

  // A connection that is let go of is opened anew by the proxy, at a server that is ready.
  app.addHook('onSend', async (_request, reply) => {
    if (drain?.isDraining()) void reply.header('connection', 'close')
  })

  serve(app, readHealth, () => ({ ok: true }) as const)

  serve(app, readReadiness, async ({ reply }) => {
    const works = async (query: Promise<unknown>) =>
      query.then(
        found => found !== false,
        () => false,
      )
    const { db } = runtime.store
    const parts = {
      database: await works(sql`select 1`.execute(db)),
      queue: await works(db.selectFrom('task').select('id').limit(1).execute()),
      files: await works(areFilesThere(db, files)),
      accepting: !drain?.isDraining(),
    }
    return Object.values(parts).every(Boolean) ? parts : reply.code(503).send(parts)
  })

  serve(app, readMetrics, async ({ reply }) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
