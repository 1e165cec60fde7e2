import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isFresh } from '../auth/sessions.ts'
import type { Access } from '#contract/endpoint'
import type { Condition } from '../condition.ts'
import { forbidden, HttpError, notFound, notSignedIn } from '../runner/refusals.ts'
import { askingIn } from './session.ts'
import type { AppContext } from './app-context.ts'
import { mounted } from './serve.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file of the browser application, which anybody may fetch. */
    isPage?: true
  }
}

/** Methods that change nothing. */
export const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined

/** Was this request made by a page of another site? Programs that are no browsers say nothing of where they come from. */
const isFromElsewhere = ({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean => {
  // No page can say this for itself, so it is believed: forms of pages that send no referrer name no origin.
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return false
  if (site !== undefined && site !== 'none') return true
  const { origin } = headers
  if (origin === undefined) return false
  return origin !== new URL(publicUrl).origin && hostOf(origin) !== headers.host
}

/**
 * Before anything else: nothing is changed on behalf of another site, and who calls is let in as far as the endpoint of
 * the matched route says. A route without an endpoint is answered to nobody; what no route matches is not found.
 */
export const guard = (app: FastifyInstance, { runtime, config }: AppContext): void => {
  app.decorateRequest('actor', null)
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request, reply) => {
    if (!SAFE.includes(request.method) && isFromElsewhere(request, config.publicUrl))
      throw forbidden('Requests from another site are refused')
    const endpoint = mounted(request)
    if (request.routeOptions.config.isPage || request.is404) return
    if (!endpoint) throw notFound()
    reply.header('cache-control', 'no-store')
    if (endpoint.access === 'anyone') return
    const asking = await askingIn(runtime, config, request)
    request.session = asking?.session ?? null
    request.actor = asking?.actor ?? null
    admit(request, endpoint.access)
  })
}

const admit = ({ actor, session }: FastifyRequest, access: Access): void => {
  if (access === 'visitor') return
  if (!actor) throw notSignedIn()
  if (access === 'account') return
  if (session?.stage === 'enrol') throw forbidden('Set up a second factor first', 'second factor')
  if (actor.groups.length === 0)
    throw forbidden('Your organisation waits to be admitted by the market operator', 'approval')
  if (access === 'sysadmin' && !actor.groups.includes('sysadmin'))
    throw forbidden('Only a system administrator may do this')
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

/** Before the last room on the disk is gone nothing more is taken in, so that the database never stands without any; register it after the guard. */
export const holdChangesWithoutRoom = (app: FastifyInstance, { isShortOfSpace }: Condition): void => {
  app.addHook('onRequest', async request => {
    if (SAFE.includes(request.method) || mounted(request)?.writesLittle || !(await isShortOfSpace())) return
    throw new HttpError(503, { error: NO_ROOM }, 60)
  })
}

const NO_ROOM = 'There is too little room left on the disk, so nothing can be changed until there is more'
