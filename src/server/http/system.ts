import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endSessions } from '../auth/sessions.ts'
import { sendAgain } from '../mail/send.ts'
import { forbidden, notFound } from '../runner/refusals.ts'
import { verifyChain } from '../store/activity.ts'
import { systemMail, systemSessions, systemTasks, systemUsers, systemVersion } from '../views/system.ts'
import { refuseUnlessFresh } from './guards.ts'
import { requireActor, type AppContext } from './app-context.ts'

type ById = { Params: { id: string } }

/** What only a system administrator sees: who has access, who is signed in, what runs and waits, and whether the log is whole. */
export const systemRoutes = (app: FastifyInstance, serving: AppContext): void => {
  const { db } = serving.runtime.store
  const { now } = serving.runtime
  const only = (request: FastifyRequest): void => {
    if (!requireActor(request).groups.includes('sysadmin'))
      throw forbidden('Only a system administrator may do this')
  }
  const list = (path: string, items: (request: FastifyRequest) => Promise<unknown[]>) =>
    app.get(`/api/sysadmin/${path}`, async request => {
      only(request)
      return { items: await items(request) }
    })

  list('users', () => systemUsers(db, now()))
  list('sessions', request => systemSessions(db, now(), request.session))
  list('tasks', () => systemTasks(db))
  list('mail', () => systemMail(db))
  app.get('/api/sysadmin/log', async request => {
    only(request)
    return verifyChain(db)
  })
  app.get('/api/sysadmin/version', async request => {
    only(request)
    return systemVersion(db)
  })
  app.delete<ById>('/api/sysadmin/session/:id', async (request, reply) => {
    only(request)
    await refuseUnlessFresh(serving, request)
    if (!(await endSessions(db, { name: request.params.id }))) throw notFound()
    return reply.code(204).send()
  })
  app.post<ById>('/api/sysadmin/mail/:id/retry', async (request, reply) => {
    only(request)
    if (!(await sendAgain(db, request.params.id, now()))) throw notFound()
    return reply.code(204).send()
  })
}
