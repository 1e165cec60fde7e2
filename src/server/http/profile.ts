import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as account from '#contract/own-account'
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
import { forgetDevices, rememberDevice } from '../auth/devices.ts'
import { endSessions } from '../auth/sessions.ts'
import { notFound } from '../runner/refusals.ts'
import { serve } from './serve.ts'
import { clientInfoOf, setDevices, setSecret } from './session.ts'

/** What people do with their own account once they are signed in. */
export const profileRoutes = (app: FastifyInstance, accounts: Accounts): void => {
  const { config, runtime } = accounts
  const { db } = runtime.store
  const asker = (request: FastifyRequest) => clientInfoOf(config, request)
  const renew = (reply: FastifyReply, secret: string): void => void setSecret(config, reply, secret)

  serve(app, account.updateProfile, ({ session, body }) => updateProfile(accounts, session, body))
  serve(app, account.changePassword, async ({ session, body, request, reply }) => {
    const { secret, devices } = await changePassword(accounts, session, body, asker(request))
    renew(reply, secret)
    setDevices(config, reply, devices)
  })

  serve(app, account.readSecondFactor, ({ session }) => secondFactorOf(accounts, session))
  serve(app, account.enableTotp, ({ session, body, request }) =>
    enableTotp(accounts, session, body.password, asker(request)),
  )
  serve(app, account.verifyTotp, async ({ session, body, request, reply }) => {
    const { secret, recoveryCodes } = await verifyTotp(accounts, session, body.code, asker(request))
    renew(reply, secret)
    return { recoveryCodes }
  })
  serve(app, account.disableTotp, async ({ session, body, request, reply }) =>
    renew(reply, await disableTotp(accounts, session, body, asker(request))),
  )
  serve(app, account.renewRecoveryCodes, ({ session, body, request }) =>
    renewRecoveryCodes(accounts, session, body.code, asker(request)),
  )
  serve(app, account.stepUp, async ({ session, body, request, reply }) =>
    renew(reply, await stepUp(accounts, session, body.code, asker(request))),
  )

  serve(app, account.ownSessions, ({ session }) => sessionsOf(accounts, session))
  serve(app, account.endOwnSession, async ({ session: { userId }, params }) => {
    if (!(await endSessions(db, { userId, name: params.id }))) throw notFound()
  })
  serve(app, account.endOtherSessions, async ({ session: { userId, idHash }, request, reply }) => {
    await endSessions(db, { userId, except: idHash })
    await forgetDevices(db, userId)
    setDevices(config, reply, await rememberDevice(accounts, userId, asker(request)))
  })
}
