import type { FastifyInstance, FastifyReply } from 'fastify'
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
import { endSessions } from '../auth/sessions.ts'
import { notFound } from '../runner/refusals.ts'
import { serve } from './serve.ts'
import { clientInfoOf, setSecret } from './session.ts'

/** What people do with their own account once they are signed in. */
export const profileRoutes = (app: FastifyInstance, accounts: Accounts): void => {
  const { config, runtime } = accounts
  const { db } = runtime.store
  const renew = (reply: FastifyReply, secret: string): void => void setSecret(config, reply, secret)

  serve(app, account.updateProfile, ({ session, body }) => updateProfile(accounts, session, body))
  serve(app, account.changePassword, async ({ session, body, request, reply }) =>
    renew(reply, await changePassword(accounts, session, body, clientInfoOf(request))),
  )

  serve(app, account.readSecondFactor, ({ session }) => secondFactorOf(accounts, session))
  serve(app, account.enableTotp, ({ session, body, request }) =>
    enableTotp(accounts, session, body.password, clientInfoOf(request)),
  )
  serve(app, account.verifyTotp, async ({ session, body, request, reply }) => {
    const { secret, recoveryCodes } = await verifyTotp(accounts, session, body.code, clientInfoOf(request))
    renew(reply, secret)
    return { recoveryCodes }
  })
  serve(app, account.disableTotp, async ({ session, body, request, reply }) =>
    renew(reply, await disableTotp(accounts, session, body, clientInfoOf(request))),
  )
  serve(app, account.renewRecoveryCodes, ({ session, body, request }) =>
    renewRecoveryCodes(accounts, session, body.code, clientInfoOf(request)),
  )
  serve(app, account.stepUp, async ({ session, body, request, reply }) =>
    renew(reply, await stepUp(accounts, session, body.code, clientInfoOf(request))),
  )

  serve(app, account.ownSessions, ({ session }) => sessionsOf(accounts, session))
  serve(app, account.endOwnSession, async ({ session: { userId }, params }) => {
    if (!(await endSessions(db, { userId, name: params.id }))) throw notFound()
  })
  serve(app, account.endOtherSessions, async ({ session: { userId, idHash } }) => {
    await endSessions(db, { userId, except: idHash })
  })
}
