import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden, notSignedIn } from '../refused.ts'
import { actorOf } from './session.ts'
import type { Serving } from './serving.ts'

/** The paths below /api that nobody needs to sign in for. */
const OPEN = ['/api/auth/', '/api/public/', '/api/openapi.json', '/api/docs']

const SAFE = ['GET', 'HEAD', 'OPTIONS']

const isOpen = (url: string): boolean => OPEN.some(path => url.startsWith(path))

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined

/** Was this request made by a page of another site? Programs that are no browsers say nothing of where they come from. */
const isFromElsewhere = ({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin } = headers
  if (origin === undefined) return false
  return origin !== new URL(publicUrl).origin && hostOf(origin) !== headers.host
}

/** Before anything else: nothing is changed on behalf of another site, and below /api one is signed in. */
export const guard = (app: FastifyInstance, { runtime, config }: Serving): void => {
  app.decorateRequest('actor', null)
  app.addHook('onRequest', async (request, reply) => {
    if (!SAFE.includes(request.method) && isFromElsewhere(request, config.publicUrl))
      throw forbidden('Requests from another site are refused')
    if (!request.url.startsWith('/api/')) return
    reply.header('cache-control', 'no-store')
    if (isOpen(request.url) || request.is404) return
    request.actor = await actorOf(runtime, config, request)
    if (!request.actor) throw notSignedIn()
  })
}
