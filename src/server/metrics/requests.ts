import { Counter, Histogram } from 'prom-client'
import type { RegisterMetrics } from './measure.ts'

const REFUSALS: Readonly<Record<number, string>> = {
  401: 'not signed in',
  403: 'not allowed',
  429: 'too often',
}

/** Answers with their durations, and refusals. */
export const measureRequests: RegisterMetrics = (registry, { app }) => {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const refused = new Counter({
    name: 'market_refused_total',
    help: 'Requests refused because of their sender',
    labelNames: ['kind'],
    registers: [registry],
  })
  // A rate needs an initial zero.
  for (const kind of Object.values(REFUSALS)) refused.inc({ kind }, 0)

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000)
    const kind = REFUSALS[reply.statusCode]
    if (kind !== undefined) refused.inc({ kind })
  })
}
