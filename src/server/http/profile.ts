import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Accounts } from '../auth/accounts.ts'
import {
  changePassword,
  disableTotp,
  enableTotp,
  renewRecoveryCodes,
  secondFactorOf,
  sessionsOf,
  stepUp,
  updateProfile,
  verifyTotp,
} from '../auth/profile.ts'
import { endSessions } from '../auth/sessions.ts'
import { notFound } from '../runner/refusals.ts'
import { answersOf, CODE, PASSWORDS, PROFILE } from './accounts.ts'
import { clientInfoOf, sessionFor, setSecret } from './session.ts'

const present = z.string({ error: 'Field required' }).min(1, 'Field required').max(1000)

/** What people do with their own account once they are signed in. */
export const profileRoutes = (app: FastifyInstance, accounts: Accounts): void => {
  const { config, runtime } = accounts
  const { db } = runtime.store
  const renewed = (reply: FastifyReply, secret: string) => setSecret(config, reply, secret)

  app.post('/api/auth/profile', async request =>
    updateProfile(accounts, sessionFor(request), answersOf(PROFILE, request.body)),
  )
  app.post('/api/auth/change-password', async (request, reply) => {
    const session = sessionFor(request)
    const given = answersOf({ ...PASSWORDS, currentPassword: present }, request.body)
    return renewed(reply, await changePassword(accounts, session, given, clientInfoOf(request)))
      .code(204)
      .send()
  })

  app.get('/api/auth/isTOTPEnabled', async request => secondFactorOf(accounts, sessionFor(request)))
  app.post('/api/auth/enableTOTP', async request => {
    const session = sessionFor(request)
    const { password } = answersOf({ password: present }, request.body)
    return enableTotp(accounts, session, password, clientInfoOf(request))
  })
  app.post('/api/auth/verifyTOTP', async (request, reply) => {
    const session = sessionFor(request)
    const { code } = answersOf(CODE, request.body)
    const { secret, recoveryCodes } = await verifyTotp(accounts, session, code, clientInfoOf(request))
    return renewed(reply, secret).send({ recoveryCodes })
  })
  app.post('/api/auth/disableTOTP', async (request, reply) => {
    const session = sessionFor(request)
    const given = answersOf({ ...CODE, password: present }, request.body)
    return renewed(reply, await disableTotp(accounts, session, given, clientInfoOf(request)))
      .code(204)
      .send()
  })
  app.post('/api/auth/recovery-codes', async request => {
    const session = sessionFor(request)
    return renewRecoveryCodes(accounts, session, answersOf(CODE, request.body).code, clientInfoOf(request))
  })
  app.post('/api/auth/step-up', async (request, reply) => {
    const session = sessionFor(request)
    const { code } = answersOf(CODE, request.body)
    return renewed(reply, await stepUp(accounts, session, code, clientInfoOf(request)))
      .code(204)
      .send()
  })

  app.get('/api/auth/sessions', async request => sessionsOf(accounts, sessionFor(request)))
  app.delete('/api/auth/session/:id', async (request: FastifyRequest, reply) => {
    const { userId } = sessionFor(request)
    const { id } = request.params as { id: string }
    if (!(await endSessions(db, { userId, name: id }))) throw notFound()
    return reply.code(204).send()
  })
  app.post('/api/auth/end-other-sessions', async (request, reply) => {
    const { userId, idHash } = sessionFor(request)
    await endSessions(db, { userId, except: idHash })
    return reply.code(204).send()
  })
}
