import { getHeapStatistics } from 'node:v8'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import { MAX_UPLOAD_BYTES } from '#domain/text/upload-kinds'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { invalidateBrandCache } from './brand/brand.ts'
import { openHealthMonitor } from './health/condition.ts'
import { runCallbackAsActivity } from './process/doing.ts'
import { newId } from './process/ids.ts'
import { openMatchSubmissions } from './instances/hand-in.ts'
import { HttpError } from './runner/refusals.ts'
import { openSecrets } from './auth/secrets.ts'
import { accountRoutes } from './accounts/accounts.ts'
import { actionRoutes } from './forms/action-endpoints.ts'
import { addWriteCookieHook } from './http/behind.ts'
import { projectRowRoutes } from './forms/project-rows.ts'
import { draftRoutes } from './forms/draft-endpoints.ts'
import { estimateRoutes } from './estimates/endpoints.ts'
import { coverageRoutes } from './coverage/endpoints.ts'
import { readinessRoutes } from './readiness/endpoints.ts'
import { savedEstimateRoutes } from './saved-estimates/endpoints.ts'
import { eventRoutes } from './http/events.ts'
import { installGuards, refuseChangesOnFullDisk, SAFE_METHODS } from './http/guards.ts'
import { addSecurityHeaders } from './http/headers.ts'
import { healthRoutes } from './http/health.ts'
import { openAnswerCache } from './http/kept.ts'
import { inboxRoutes } from './notifications/endpoints.ts'
import { apiKeyRoutes } from './accounts/keys.ts'
import { listRoutes } from './resources/lists.ts'
import { mapRoutes } from './map/endpoints.ts'
import { listViewRoutes } from './resources/list-views.ts'
import { mailboxRoutes } from './mail/endpoints.ts'
import { matchRoutes } from './matches/endpoints.ts'
import { moneyRoutes } from './money/endpoints.ts'
import { ownCalendarRoutes } from './calendar/endpoints.ts'
import { passkeyRoutes } from './accounts/passkeys.ts'
import { practiceApiRoutes } from './practice/endpoints.ts'
import { profileRoutes } from './accounts/profile.ts'
import { providerRoutes } from './accounts/providers.ts'
import { instanceRoutes } from './instances/endpoints.ts'
import { publicRoutes } from './register/public-endpoints.ts'
import { publicRegisterRoutes } from './register/register-endpoints.ts'
import { boundaryRoutes } from './place/endpoints.ts'
import { checkRoutes } from './checks/endpoints.ts'
import { queueRoutes } from './work/endpoints.ts'
import { openapiRoutes } from './http/openapi.ts'
import { openRefusalLog } from './http/refusal-log.ts'
import { referenceRoutes } from './resources/references.ts'
import { sendErrorResponse } from './http/refusals.ts'
import { resourceRoutes } from './resources/resources.ts'
import { registrationRoutes } from './registrations/endpoints.ts'
import { resultRoutes } from './results/endpoints.ts'
import type { AppContext } from './http/app-context.ts'
import { upkeepRoutes } from './system/upkeep-endpoints.ts'
import { refuseRequestsDuringReset, demonstrationResetRoutes, systemRoutes } from './system/endpoints.ts'
import { taskRoutes } from './system/task-endpoints.ts'
import { subjectRoutes } from './resources/subject-routes.ts'
import { serveBrowserApp } from './web.ts'
import { webhookRoutes } from './webhooks/endpoints.ts'

const MEGABYTE = 1024 * 1024
const A_MINUTE = 60_000
const MOST_REQUESTS = 30_000

/** Builds the whole HTTP interface, ready to listen. */
export const buildApp = async (
  context: AppContext & { log: FastifyBaseLogger },
): Promise<FastifyInstance> => {
  const { runtime, config, log } = context
  const refusals = openRefusalLog({ log })
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    bodyLimit: 2 * MEGABYTE,
    trustProxy: config.trustedProxies,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => sendErrorResponse(error, request, reply, refusals),
    requestTimeout: 5 * A_MINUTE,
    forceCloseConnections: 'idle',
    // Requests that still arrive on an open connection are answered.
    return503OnClosing: false,
  })
  app.addHook('onRequest', ({ id, method, routeOptions }, _reply, done) =>
    runCallbackAsActivity({ kind: 'request', name: `${method} ${routeOptions.url ?? 'no route'}`, id }, done),
  )
  app.addHook('onRequest', async ({ id }, reply) => {
    reply.header('x-request-id', id)
  })
  const condition = openHealthMonitor({ ...context, db: runtime.store.db, time: runtime.time })
  app.setErrorHandler((error, request, reply) =>
    sendErrorResponse(error, request, reply, refusals, condition.notice),
  )
  app.addHook('onClose', async () => refusals.endMinute())
  acceptOnlyJson(app)
  await addSecurityHeaders(app, config)
  // Refusing some requests is better than failing for everyone.
  await app.register(underPressure, { maxHeapUsedBytes: 0.9 * getHeapStatistics().heap_size_limit })
  await app.register(rateLimit, {
    max: MOST_REQUESTS,
    timeWindow: A_MINUTE,
    // A client that has hung up has no address any more.
    keyGenerator: ({ ip }: { ip?: string }) => (ip === undefined ? 'gone' : normalizeIP(ip)),
    errorResponseBuilder: (_request, { ttl }) =>
      new HttpError(429, { error: 'Too many requests; try again later' }, Math.ceil(ttl / 1000)),
  })
  await app.register(compress, {
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  await app.register(cookie)
  await app.register(multipart, {
    limits: { fileSize: MAX_UPLOAD_BYTES + 1, files: 20, fields: 20, parts: 40, fieldSize: MEGABYTE },
  })
  refuseRequestsDuringReset(app, context)
  installGuards(app, context)
  refuseChangesOnFullDisk(app, condition)
  addWriteCookieHook(app, context)
  app.addHook('onSend', async ({ method }) => {
    if (!SAFE_METHODS.includes(method)) invalidateBrandCache()
  })
  app.decorate('endpoints', [])
  app.decorate('kept', openAnswerCache())
  app.decorate('handIn', openMatchSubmissions(runtime))

  const accounts = { runtime, config, secrets: openSecrets(config) }
  healthRoutes(app, context, condition)
  openapiRoutes(app, context)
  accountRoutes(app, accounts)
  profileRoutes(app, accounts)
  passkeyRoutes(app, accounts)
  apiKeyRoutes(app, accounts)
  webhookRoutes(app, accounts)
  ownCalendarRoutes(app, context)
  providerRoutes(app, accounts)
  systemRoutes(app, context)
  upkeepRoutes(app, context)
  resourceRoutes(app, context)
  listRoutes(app, context)
  mapRoutes(app, context)
  listViewRoutes(app, context)
  referenceRoutes(app, context)
  subjectRoutes(app, context)
  matchRoutes(app, context)
  resultRoutes(app, context)
  moneyRoutes(app, context)
  practiceApiRoutes(app, context)
  registrationRoutes(app, context)
  eventRoutes(app, context)
  publicRoutes(app, context)
  publicRegisterRoutes(app, context)
  estimateRoutes(app, context)
  savedEstimateRoutes(app, context)
  readinessRoutes(app, context)
  coverageRoutes(app, context)
  instanceRoutes(app, context)
  boundaryRoutes(app, context)
  actionRoutes(app, context)
  projectRowRoutes(app, context)
  draftRoutes(app, context)
  taskRoutes(app, context)
  queueRoutes(app, context)
  inboxRoutes(app, context)
  checkRoutes(app, context)
  demonstrationResetRoutes(app, context)
  mailboxRoutes(app, context)
  const { secrets } = accounts
  await serveBrowserApp(app, { ...context, secrets, seal: context.seal ?? secrets.seal })
  return app
}

const acceptOnlyJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Browsers send the content type even with an empty body.
    if (body === '') done(null, undefined)
    else return parse(request, body as string, done)
  })
}
