import type { FastifyInstance } from 'fastify'
import { retrySetAsideItem, listSetAsideItems } from '#contract/desk/set-aside'
import * as system from '#contract/system/system'
import { confirmClockJump } from '#contract/system/system-clock'
import { endSessions } from '../auth/sessions.ts'
import { confirmClock } from '../tasks/clock-jump.ts'
import { requeueEmail } from '../mail/send.ts'
import { readSetAsideItems, requeueSetAsideItem } from './set-aside.ts'
import { HttpError, notFoundError } from '../runner/refusals.ts'
import { verifyLogChain } from '../log/log-check.ts'
import { readRetentionView } from './retention.ts'
import {
  listSystemEmails,
  listSystemSessions,
  listSystemTasks,
  listSystemUsers,
  readSystemVersion,
} from './system.ts'
import { requireRecentStepUp } from '../http/guards.ts'
import type { AppContext } from '../http/app-context.ts'
import { mountedEndpointOfRequest, mountEndpoint } from '../http/serve.ts'

/** Routes for system administrators: accounts, sessions, tasks, queues and integrity of the log. */
export const systemRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { db } = context.runtime.store
  const { now } = context.runtime

  mountEndpoint(app, system.listSystemUsers, async () => ({ items: await listSystemUsers(db, now()) }))
  mountEndpoint(app, system.listSystemSessions, async ({ session }) => ({
    items: await listSystemSessions(db, now(), session),
  }))
  mountEndpoint(app, system.listSystemTasks, async () => ({ items: await listSystemTasks(db) }))
  mountEndpoint(app, system.listSystemEmails, async () => ({ items: await listSystemEmails(db) }))
  mountEndpoint(app, system.checkLog, () => verifyLogChain(db))
  mountEndpoint(app, system.readVersion, () => readSystemVersion(context.runtime, context.config))
  mountEndpoint(app, system.readRetention, () => readRetentionView(db, now()))
  mountEndpoint(app, system.endSession, async ({ request, params }) => {
    await requireRecentStepUp(context, request)
    if (!(await endSessions(db, { name: params.id }))) throw notFoundError()
  })
  mountEndpoint(app, listSetAsideItems, async () => ({ items: await readSetAsideItems(db) }))
  mountEndpoint(app, retrySetAsideItem, async ({ params }) => {
    if (!(await requeueSetAsideItem(db, params, now()))) throw notFoundError()
  })
  mountEndpoint(app, confirmClockJump, async ({ request, body, session }) => {
    await requireRecentStepUp(context, request)
    const { secondPersonFor } = context.config
    return { message: await confirmClock(db, { ...body, userId: session.userId, secondPersonFor }) }
  })
  mountEndpoint(app, system.retryEmail, async ({ params }) => {
    if (!(await requeueEmail(db, params.id, now()))) throw notFoundError()
  })
}

/**
 * Only for a demonstration, which can be reloaded; meanwhile nothing else is answered, so sessions cannot be checked.
 */
export const demonstrationResetRoutes = (app: FastifyInstance, { reset }: AppContext): void => {
  if (!reset) return
  mountEndpoint(app, system.resetDatabase, () => {
    reset.begin()
    return { message: 'The demonstration market is being reloaded' }
  })
}

/** Answers nothing while the demonstration is reloaded; register before the routes. */
export const refuseRequestsDuringReset = (app: FastifyInstance, { reset }: AppContext): void => {
  if (!reset) return
  app.addHook('onRequest', async request => {
    const saying = reset.saying()
    if (saying !== null && mountedEndpointOfRequest(request)?.path.startsWith('/api/'))
      throw new HttpError(503, { error: saying }, 5)
  })
}
