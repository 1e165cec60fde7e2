import type { FastifyInstance } from 'fastify'
import { readHealth, readMetrics, readReadiness } from '#contract/system/system'
import type { InstallationHealth } from '../health/condition.ts'
import { openMetrics } from '../metrics/index.ts'
import type { AppContext } from './app-context.ts'
import { mountEndpoint } from './serve.ts'

/** Probes for operators: liveness, readiness and metrics. */
export const healthRoutes = (
  app: FastifyInstance,
  { runtime, replica, config, drain }: AppContext,
  condition: InstallationHealth,
): void => {
  const registry = openMetrics({ app, runtime, replica, config })

  // Closing the connection makes the proxy reconnect, to a server that is ready.
  app.addHook('onSend', async (_request, reply) => {
    if (drain?.isDraining()) void reply.header('connection', 'close')
  })

  mountEndpoint(app, readHealth, () => ({ ok: true }) as const)

  mountEndpoint(app, readReadiness, async ({ reply }) => {
    const parts = { ...(await condition.readiness()), accepting: !drain?.isDraining() }
    const isReady = Object.values(parts).every(part => part !== false)
    return isReady ? parts : reply.code(503).send(parts)
  })

  mountEndpoint(app, readMetrics, async ({ reply }) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
