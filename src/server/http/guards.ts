import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PREVIEW_ONLY_HEADER } from '#contract/people/api-keys'
import { type Actor, isPreviewOnly } from '#domain/people/actor'
import { containsApiKey } from '../auth/key-words.ts'
import { requireActorOfApiKey } from '../auth/keys.ts'
import { isStepUpRecent } from '../auth/sessions.ts'
import type { EndpointAccess, Endpoint } from '#contract/kit/endpoint'
import type { InstallationHealth } from '../health/condition.ts'
import {
  badRequestError,
  forbiddenError,
  HttpError,
  notFoundError,
  notSignedInError,
} from '../runner/refusals.ts'
import { sessionOfRequest } from './session.ts'
import type { AppContext } from './app-context.ts'
import { mountedEndpointOfRequest } from './serve.ts'
import { type CallerRateLimitState, openRateLimiter } from './token-bucket.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A file of the browser application, which anyone may fetch. */
    isPage?: true
  }
  interface FastifyRequest {
    /** Rate limit of the API key that sent the request; null without a key. */
    allowance: CallerRateLimitState | null
  }
}

/** Methods that change nothing. */
export const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined

/**
 * True if a page of another site sent this request. Programs other than browsers do not send the headers that say so.
 */
const isFromElsewhere = ({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean => {
  // Pages cannot set this header themselves, so it is trusted: forms of pages without a referrer send no origin.
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return false
  if (site !== undefined && site !== 'none') return true
  const { origin } = headers
  if (origin === undefined) return false
  return origin !== new URL(publicUrl).origin && hostOf(origin) !== headers.host
}

/**
 * Runs before every other hook. Refuses changes on behalf of another site, and admits callers as the endpoint of the
 * matched route declares. A route without an endpoint is answered to no one; a request without a route is 404.
 */
export const installGuards = (app: FastifyInstance, { runtime, config }: AppContext): void => {
  const allowanceOf = openRateLimiter(KEY_FLOW)
  app.decorateRequest('allowance', null)
  tellAllowances(app)
  app.decorateRequest('actor', null)
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request, reply) => {
    if (!SAFE_METHODS.includes(request.method) && isFromElsewhere(request, config.publicUrl))
      throw forbiddenError('Requests from another site are refused')
    if (containsApiKey(request.url)) throw badRequestError(KEY_IN_ADDRESS)
    const endpoint = mountedEndpointOfRequest(request)
    if (request.routeOptions.config.isPage || request.is404) return
    if (!endpoint) throw notFoundError()
    reply.header('cache-control', 'no-store')
    if (endpoint.access === 'anyone') return
    const key = bearerOf(request)
    if (key !== undefined) {
      request.actor = await requireActorOfApiKey(runtime.store.db, key, runtime.now()).catch(
        (error: unknown) => {
          reply.header('www-authenticate', 'Bearer')
          throw error
        },
      )
      if (isPreviewOnly(request.actor)) reply.header(PREVIEW_ONLY_HEADER, 'true')
      admitKey(endpoint, request.actor)
      admit(request, endpoint.access)
      request.allowance = allowanceOf(request.actor.byKey?.id ?? '', Date.parse(runtime.now()))
      const { wait } = request.allowance
      if (wait > 0) throw new HttpError(429, { error: KEY_TOO_OFTEN }, wait)
      return
    }
    const asking = await sessionOfRequest(runtime, config, request)
    request.session = asking?.session ?? null
    request.actor = asking?.actor ?? null
    admit(request, endpoint.access)
  })
}

/** Sends an API key its own rate limits in the headers, in place of those of its address. */
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

/** Rate limit of one API key at one server. */
const KEY_FLOW = { burst: 120, perSecond: 10 }
const KEY_TOO_OFTEN = `An API key can send ${KEY_FLOW.perSecond} requests a second, and ${KEY_FLOW.burst} at once; try again later`
const KEY_IN_ADDRESS =
  'Send an API key in the Authorization header, never in an address, which others may record: revoke this key and create a new one'

const BEARER = /^bearer /i

/** The API key of a request. A request with a key does not use its cookies. */
const bearerOf = ({ headers: { authorization = '' } }: FastifyRequest): string | undefined =>
  BEARER.test(authorization) ? authorization.slice('bearer '.length).trim() : undefined

/**
 * Admits API keys only if the endpoint declares it. `refuseOutsideKeyScopes` checks the key's scope once the subject is known.
 */
const admitKey = ({ byKey, method, previewsByKey }: Endpoint, actor: Actor): void => {
  const { groups } = actor
  if (byKey === undefined) throw forbiddenError('This is not possible with an API key')
  if (isPreviewOnly(actor) && !SAFE_METHODS.includes(method) && !previewsByKey)
    throw forbiddenError('This API key can only read and preview actions')
  if (groups.length === 0)
    throw forbiddenError('The account that this API key belongs to is waiting to be admitted')
}

const admit = ({ actor, session }: FastifyRequest, access: EndpointAccess): void => {
  if (access === 'visitor') return
  if (!actor) throw notSignedInError()
  if (access === 'account') return
  if (session?.stage === 'enrol') throw forbiddenError('Set up a second factor first', 'second factor')
  if (actor.groups.length === 0)
    throw forbiddenError('You have not been admitted to your organisation yet', 'approval')
  if (access === 'sysadmin' && !actor.groups.includes('sysadmin'))
    throw forbiddenError('Only a system administrator can do this')
}

/** Refuses transfers of credits or rights unless a second-factor code was entered within the last five minutes. */
export const requireRecentStepUp = async (
  { runtime, config }: Pick<AppContext, 'runtime' | 'config'>,
  { session }: FastifyRequest,
): Promise<void> => {
  if (!config.requireStepUp || (session && isStepUpRecent(session, runtime.now()))) return
  const user = session && (await runtime.store.read.one('user', session.userId))
  throw user?.secondFactor
    ? forbiddenError('Enter a new code from your authenticator app first', 'step-up')
    : forbiddenError('Set up a second factor first', 'second factor')
}

/**
 * Refuses changes while the disk is nearly full, so that the database always has space left. Register after the
 * guard.
 */
export const refuseChangesOnFullDisk = (
  app: FastifyInstance,
  { isShortOfSpace }: InstallationHealth,
): void => {
  app.addHook('onRequest', async request => {
    if (
      SAFE_METHODS.includes(request.method) ||
      mountedEndpointOfRequest(request)?.writesLittle ||
      !(await isShortOfSpace())
    )
      return
    throw new HttpError(503, { error: NO_ROOM }, 60)
  })
}

const NO_ROOM = 'The disk is nearly full, so nothing can be changed until there is more space'
