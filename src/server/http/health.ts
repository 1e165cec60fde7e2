import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { readHealth, readMetrics, readReadiness } from '#contract/system'
import { openMetrics } from '../metrics/index.ts'
import type { AppContext } from './app-context.ts'
import { serve } from './serve.ts'

/** For those who run it: alive, ready, and how it is doing. */
export const healthRoutes = (app: FastifyInstance, { runtime, config, files }: AppContext): void => {
  const registry = openMetrics({ app, runtime, config })

  serve(app, readHealth, () => ({ ok: true }) as const)

  serve(app, readReadiness, async ({ reply }) => {
    const works = async (query: Promise<unknown>) =>
      query.then(
        () => true,
        () => false,
      )
    const { db } = runtime.store
    const parts = {
      database: await works(sql`select 1`.execute(db)),
      queue: await works(db.selectFrom('task').select('id').limit(1).execute()),
      files: await files.isReachable(),
    }
    return Object.values(parts).every(Boolean) ? parts : reply.code(503).send(parts)
  })

  serve(app, readMetrics, async ({ reply }) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
