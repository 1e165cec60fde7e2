import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '#domain/actor'
import { holdsKey } from '../auth/key-words.ts'
import { askingByKey } from '../auth/keys.ts'
import { isFresh } from '../auth/sessions.ts'
import type { Access, Endpoint } from '#contract/endpoint'
import type { Condition } from '../condition.ts'
import { badRequest, forbidden, HttpError, notFound, notSignedIn } from '../runner/refusals.ts'
import { askingIn } from './session.ts'
import type { AppContext } from './app-context.ts'
import { mounted } from './serve.ts'
import { type Allowance, openBuckets } from './token-bucket.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file of the browser application, which anybody may fetch. */
    isPage?: true
  }
  interface FastifyRequest {
    /** How the key of a program stands; null for whoever asks without one. */
    allowance: Allowance | null
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
  const allowanceOf = openBuckets(KEY_FLOW)
  app.decorateRequest('allowance', null)
  tellAllowances(app)
  app.decorateRequest('actor', null)
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request, reply) => {
    if (!SAFE.includes(request.method) && isFromElsewhere(request, config.publicUrl))
      throw forbidden('Requests from another site are refused')
    if (holdsKey(request.url)) throw badRequest(KEY_IN_ADDRESS)
    const endpoint = mounted(request)
    if (request.routeOptions.config.isPage || request.is404) return
    if (!endpoint) throw notFound()
    reply.header('cache-control', 'no-store')
    if (endpoint.access === 'anyone') return
    const key = bearerOf(request)
    if (key !== undefined) {
      request.actor = await askingByKey(runtime.store.db, key, runtime.now()).catch((error: unknown) => {
        reply.header('www-authenticate', 'Bearer')
        throw error
      })
      admitKey(endpoint, request.actor)
      admit(request, endpoint.access)
      request.allowance = allowanceOf(request.actor.byKey?.id ?? '', Date.parse(runtime.now()))
      const { wait } = request.allowance
      if (wait > 0) throw new HttpError(429, { error: KEY_TOO_OFTEN }, wait)
      return
    }
    const asking = await askingIn(runtime, config, request)
    request.session = asking?.session ?? null
    request.actor = asking?.actor ?? null
    admit(request, endpoint.access)
  })
}

/** A key is told its own limits, in the place of those of its address. */
const tellAllowances = (app: FastifyInstance): void => {
  app.addHook('onSend', async ({ allowance }, reply) => {
    if (!allowance) return
    void reply.headers({
      'x-ratelimit-limit': String(KEY_FLOW.burst),
      'x-ratelimit-remaining': String(allowance.left),
      'x-ratelimit-reset': String(allowance.fullIn),
      'ratelimit-policy': `"key";q=${KEY_FLOW.burst};w=${KEY_FLOW.burst / KEY_FLOW.perSecond}`,
    })
  })
}

/** So often a key may ask at one server. */
const KEY_FLOW = { burst: 120, perSecond: 10 }
const KEY_TOO_OFTEN = `A key may ask ${KEY_FLOW.perSecond} times a second, and ${KEY_FLOW.burst} times at once; try again later`
const KEY_IN_ADDRESS =
  'An API key belongs in the header Authorization, never in an address, which others keep: revoke this one and make another'

const BEARER = /^bearer /i

/** The key that a request comes with; then its cookies count for nothing. */
const bearerOf = ({ headers: { authorization = '' } }: FastifyRequest): string | undefined =>
  BEARER.test(authorization) ? authorization.slice('bearer '.length).trim() : undefined

/** Keys are answered only where an endpoint says so; for what it is about is asked where that is known (`refuseByKey`). */
const admitKey = ({ byKey }: Endpoint, { groups }: Actor): void => {
  if (byKey === undefined) throw forbidden('This cannot be done with an API key')
  if (groups.length === 0) throw forbidden('The account of this API key waits to be admitted')
}

const admit = ({ actor, session }: FastifyRequest, access: Access): void => {
  if (access === 'visitor') return
  if (!actor) throw notSignedIn()
  if (access === 'account') return
  if (session?.stage === 'enrol') throw forbidden('Set up a second factor first', 'second factor')
  if (actor.groups.length === 0)
    throw forbidden('You have not been admitted to your organisation yet', 'approval')
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
