import type { FastifyInstance } from 'fastify'
import { readHealth, readMetrics, readReadiness } from '#contract/system'
import type { Condition } from '../condition.ts'
import { openMetrics } from '../metrics/index.ts'
import type { AppContext } from './app-context.ts'
import { serve } from './serve.ts'

/** For those who run it: alive, ready, and how it is doing. */
export const healthRoutes = (
  app: FastifyInstance,
  { runtime, replica, config, drain }: AppContext,
  condition: Condition,
): void => {
  const registry = openMetrics({ app, runtime, replica, config })

  // A connection that is let go of is opened anew by the proxy, at a server that is ready.
  app.addHook('onSend', async (_request, reply) => {
    if (drain?.isDraining()) void reply.header('connection', 'close')
  })

  serve(app, readHealth, () => ({ ok: true }) as const)

  serve(app, readReadiness, async ({ reply }) => {
    const parts = { ...(await condition.readiness()), accepting: !drain?.isDraining() }
    const isReady = Object.values(parts).every(part => part !== false)
    return isReady ? parts : reply.code(503).send(parts)
  })

  serve(app, readMetrics, async ({ reply }) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
