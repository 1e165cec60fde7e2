import { getHeapStatistics } from 'node:v8'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import { LARGEST_UPLOAD } from '#domain/upload-kinds'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { lookAtBrandAgain } from '../brand.ts'
import { openCondition } from '../condition.ts'
import { enterActivity } from '../doing.ts'
import { newId } from '../ids.ts'
import { openHandingIn } from '../instances/hand-in.ts'
import { HttpError } from '../runner/refusals.ts'
import { openSecrets } from '../auth/secrets.ts'
import { accountRoutes } from './accounts.ts'
import { actionRoutes } from './actions.ts'
import { rememberWrites } from './behind.ts'
import { draftRoutes } from './drafts.ts'
import { eventRoutes } from './events.ts'
import { guard, holdChangesWithoutRoom, SAFE } from './guards.ts'
import { protect } from './headers.ts'
import { healthRoutes } from './health.ts'
import { openKept } from './kept.ts'
import { inboxRoutes } from './inbox.ts'
import { keyRoutes } from './keys.ts'
import { listRoutes } from './lists.ts'
import { mapRoutes } from './maps.ts'
import { listViewRoutes } from './list-views.ts'
import { mailboxRoutes } from './mailbox.ts'
import { matchRoutes } from './matches.ts'
import { ownCalendarRoutes } from './own-calendar.ts'
import { passkeyRoutes } from './passkeys.ts'
import { practiceApiRoutes } from './practice.ts'
import { profileRoutes } from './profile.ts'
import { providerRoutes } from './providers.ts'
import { instanceRoutes } from './instances.ts'
import { publicRoutes } from './public.ts'
import { publicRegisterRoutes } from './public-register.ts'
import { boundaryRoutes } from './boundaries.ts'
import { checkRoutes } from './checks.ts'
import { queueRoutes } from './queue.ts'
import { openapiRoutes } from './openapi.ts'
import { openRefusalLog } from './refusal-log.ts'
import { referenceRoutes } from './references.ts'
import { answerError } from './refusals.ts'
import { resourceRoutes } from './resources.ts'
import { registrationRoutes } from './registrations.ts'
import { resultRoutes } from './results.ts'
import type { AppContext } from './app-context.ts'
import { holdWhileResetting, resetRoutes, systemRoutes } from './system.ts'
import { taskRoutes } from './tasks.ts'
import { subjectRoutes } from './subject-routes.ts'
import { serveWeb } from './web.ts'
import { webhookRoutes } from './webhooks.ts'

const MEGABYTE = 1024 * 1024
const A_MINUTE = 60_000
const MOST_REQUESTS = 30_000

/** The whole HTTP interface, ready to listen. */
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
    frameworkErrors: (error, request, reply) => answerError(error, request, reply, refusals),
    requestTimeout: 5 * A_MINUTE,
    forceCloseConnections: 'idle',
    // What still arrives on an open connection is answered.
    return503OnClosing: false,
  })
  app.addHook('onRequest', ({ id, method, routeOptions }, _reply, done) =>
    enterActivity({ kind: 'request', name: `${method} ${routeOptions.url ?? 'no route'}`, id }, done),
  )
  app.addHook('onRequest', async ({ id }, reply) => {
    reply.header('x-request-id', id)
  })
  const condition = openCondition({ ...context, db: runtime.store.db, time: runtime.time })
  app.setErrorHandler((error, request, reply) =>
    answerError(error, request, reply, refusals, condition.notice),
  )
  app.addHook('onClose', async () => refusals.endMinute())
  acceptOnlyJson(app)
  await protect(app, config)
  // Better to send some away than to fall over with everybody.
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
    limits: { fileSize: LARGEST_UPLOAD + 1, files: 20, fields: 20, parts: 40, fieldSize: MEGABYTE },
  })
  holdWhileResetting(app, context)
  guard(app, context)
  holdChangesWithoutRoom(app, condition)
  rememberWrites(app, context)
  app.addHook('onSend', async ({ method }) => {
    if (!SAFE.includes(method)) lookAtBrandAgain()
  })
  app.decorate('endpoints', [])
  app.decorate('kept', openKept())
  app.decorate('handIn', openHandingIn(runtime))

  const accounts = { runtime, config, secrets: openSecrets(config) }
  healthRoutes(app, context, condition)
  openapiRoutes(app, context)
  accountRoutes(app, accounts)
  profileRoutes(app, accounts)
  passkeyRoutes(app, accounts)
  keyRoutes(app, accounts)
  webhookRoutes(app, accounts)
  ownCalendarRoutes(app, context)
  providerRoutes(app, accounts)
  systemRoutes(app, context)
  resourceRoutes(app, context)
  listRoutes(app, context)
  mapRoutes(app, context)
  listViewRoutes(app, context)
  referenceRoutes(app, context)
  subjectRoutes(app, context)
  matchRoutes(app, context)
  resultRoutes(app, context)
  practiceApiRoutes(app, context)
  registrationRoutes(app, context)
  eventRoutes(app, context)
  publicRoutes(app, context)
  publicRegisterRoutes(app, context)
  instanceRoutes(app, context)
  boundaryRoutes(app, context)
  actionRoutes(app, context)
  draftRoutes(app, context)
  taskRoutes(app, context)
  queueRoutes(app, context)
  inboxRoutes(app, context)
  checkRoutes(app, context)
  resetRoutes(app, context)
  mailboxRoutes(app, context)
  await serveWeb(app, { ...context, secrets: accounts.secrets })
  return app
}

const acceptOnlyJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Browsers name the type also where they have nothing to say.
    if (body === '') done(null, undefined)
    else return parse(request, body as string, done)
  })
}
