import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isFresh } from '../auth/sessions.ts'
import { forbidden, notSignedIn } from '../runner/refusals.ts'
import { actorOf, findSession } from './session.ts'
import type { AppContext } from './app-context.ts'

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
export const guard = (app: FastifyInstance, { runtime, config }: AppContext): void => {
  app.decorateRequest('actor', null)
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request, reply) => {
    if (!SAFE.includes(request.method) && isFromElsewhere(request, config.publicUrl))
      throw forbidden('Requests from another site are refused')
    if (!request.url.startsWith('/api/')) return
    reply.header('cache-control', 'no-store')
    if ((isOpen(request.url) && !request.url.startsWith('/api/auth/')) || request.is404) return
    request.session = await findSession(runtime, config, request)
    request.actor = await actorOf(runtime, request.session)
    if (isOpen(request.url)) return
    if (!request.actor) throw notSignedIn()
    if (request.session?.stage === 'enrol') throw forbidden('Set up a second factor first', 'second factor')
    if (request.actor.groups.length === 0)
      throw forbidden('Your organisation waits to be admitted by the market operator', 'approval')
  })
}

/** What moves credits or rights is done only with a code given within the last five minutes. */
export const refuseUnlessFresh = async (
  { runtime, config }: Pick<AppContext, 'runtime' | 'config'>,
  { session }: FastifyRequest,
): Promise<void> => {
  if (!config.requireStepUp || (session && isFresh(session, runtime.now()))) return
  const user = session && (await runtime.store.read.one('user', session.userId))
  throw user?.secondFactor
    ? forbidden('Give a fresh code of your authenticator first', 'step-up')
    : forbidden('Set up a second factor first', 'second factor')
}
