import type { FastifyInstance } from 'fastify'
import { retrySetAside, systemSetAside } from '#contract/set-aside'
import * as system from '#contract/system'
import { confirmClockJump } from '#contract/system-clock'
import { endSessions } from '../auth/sessions.ts'
import { confirmClock } from '../clock-jump.ts'
import { sendAgain } from '../mail/send.ts'
import { setAsideItems, trySetAsideAgain } from '../queue/set-aside.ts'
import { HttpError, notFound } from '../runner/refusals.ts'
import { verifyChain } from '../store/log-check.ts'
import { retentionView } from '../views/retention.ts'
import { systemMail, systemSessions, systemTasks, systemUsers, systemVersion } from '../views/system.ts'
import { refuseUnlessFresh } from './guards.ts'
import type { AppContext } from './app-context.ts'
import { mounted, serve } from './serve.ts'

/** What only a system administrator sees and does: who has access, who is signed in, what runs and waits, and whether the log is whole. */
export const systemRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { db } = context.runtime.store
  const { now } = context.runtime

  serve(app, system.systemUsers, async () => ({ items: await systemUsers(db, now()) }))
  serve(app, system.systemSessions, async ({ session }) => ({
    items: await systemSessions(db, now(), session),
  }))
  serve(app, system.systemTasks, async () => ({ items: await systemTasks(db) }))
  serve(app, system.systemLetters, async () => ({ items: await systemMail(db) }))
  serve(app, system.checkLog, () => verifyChain(db))
  serve(app, system.readVersion, () => systemVersion(context.runtime, context.config))
  serve(app, system.readRetention, () => retentionView(db, now()))
  serve(app, system.endSession, async ({ request, params }) => {
    await refuseUnlessFresh(context, request)
    if (!(await endSessions(db, { name: params.id }))) throw notFound()
  })
  serve(app, systemSetAside, async () => ({ items: await setAsideItems(db) }))
  serve(app, retrySetAside, async ({ params }) => {
    if (!(await trySetAsideAgain(db, params, now()))) throw notFound()
  })
  serve(app, confirmClockJump, async ({ request, body, session }) => {
    await refuseUnlessFresh(context, request)
    const { secondPersonFor } = context.config
    return { message: await confirmClock(db, { ...body, userId: session.userId, secondPersonFor }) }
  })
  serve(app, system.retryLetter, async ({ params }) => {
    if (!(await sendAgain(db, params.id, now()))) throw notFound()
  })
}

/** Only with a demonstration: it can be loaded anew, and while it is nothing is served, not even who is signed in. */
export const resetRoutes = (app: FastifyInstance, { reset }: AppContext): void => {
  if (!reset) return
  serve(app, system.resetDatabase, () => {
    reset.begin()
    return { message: 'The demonstration market is being loaded anew' }
  })
}

/** While the demonstration is loaded anew nothing is answered; register it before the routes. */
export const holdWhileResetting = (app: FastifyInstance, { reset }: AppContext): void => {
  if (!reset) return
  app.addHook('onRequest', async request => {
    const saying = reset.saying()
    if (saying !== null && mounted(request)?.path.startsWith('/api/'))
      throw new HttpError(503, { error: saying }, 5)
  })
}
