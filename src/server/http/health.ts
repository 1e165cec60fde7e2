import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { FastifyInstance } from 'fastify'
import { readHealth, readMetrics, readReadiness } from '#contract/system'
import type { AppContext } from './app-context.ts'
import { serve } from './serve.ts'

/** For those who run it: alive, ready, and how it is doing. */
export const healthRoutes = (app: FastifyInstance, { runtime, files }: AppContext): void => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Which version of Node answers is nobody's business outside.
  registry.removeSingleMetric('nodejs_version_info')
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
  })

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
