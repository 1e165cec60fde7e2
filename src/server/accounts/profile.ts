import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as account from '#contract/people/own-account'
import type { AccountContext } from '../auth/accounts.ts'
import {
  changePassword,
  removeSecondFactor,
  beginSecondFactor,
  renewRecoveryCodes,
  readSecondFactorState,
  listOwnSessions,
  stepUpByCode,
  updateProfile,
  confirmSecondFactor,
} from '../auth/profile.ts'
import { forgetDevices, rememberDevice } from '../auth/devices.ts'
import { endSessions } from '../auth/sessions.ts'
import { notFoundError } from '../runner/refusals.ts'
import { mountEndpoint } from '../http/serve.ts'
import { clientInfoOfRequest, setDeviceCookie, setSessionCookie } from '../http/session.ts'

/** Routes for signed-in people to manage their own account. */
export const profileRoutes = (app: FastifyInstance, accounts: AccountContext): void => {
  const { config, runtime } = accounts
  const { db } = runtime.store
  const asker = (request: FastifyRequest) => clientInfoOfRequest(config, request)
  const renew = (reply: FastifyReply, secret: string): void => void setSessionCookie(config, reply, secret)

  mountEndpoint(app, account.updateProfile, ({ session, body }) => updateProfile(accounts, session, body))
  mountEndpoint(app, account.changePassword, async ({ session, body, request, reply }) => {
    const { secret, devices } = await changePassword(accounts, session, body, asker(request))
    renew(reply, secret)
    setDeviceCookie(config, reply, devices)
  })

  mountEndpoint(app, account.readSecondFactor, ({ session }) => readSecondFactorState(accounts, session))
  mountEndpoint(app, account.enableTotp, ({ session, body, request }) =>
    beginSecondFactor(accounts, session, body.password, asker(request)),
  )
  mountEndpoint(app, account.verifyTotp, async ({ session, body, request, reply }) => {
    const { secret, recoveryCodes } = await confirmSecondFactor(accounts, session, body.code, asker(request))
    renew(reply, secret)
    return { recoveryCodes }
  })
  mountEndpoint(app, account.disableTotp, async ({ session, body, request, reply }) =>
    renew(reply, await removeSecondFactor(accounts, session, body, asker(request))),
  )
  mountEndpoint(app, account.renewRecoveryCodes, ({ session, body, request }) =>
    renewRecoveryCodes(accounts, session, body.code, asker(request)),
  )
  mountEndpoint(app, account.stepUp, async ({ session, body, request, reply }) =>
    renew(reply, await stepUpByCode(accounts, session, body.code, asker(request))),
  )

  mountEndpoint(app, account.listOwnSessions, ({ session }) => listOwnSessions(accounts, session))
  mountEndpoint(app, account.endOwnSession, async ({ session: { userId }, params }) => {
    if (!(await endSessions(db, { userId, name: params.id }))) throw notFoundError()
  })
  mountEndpoint(app, account.endOtherSessions, async ({ session: { userId, idHash }, request, reply }) => {
    await endSessions(db, { userId, except: idHash })
    await forgetDevices(db, userId)
    setDeviceCookie(config, reply, await rememberDevice(accounts, userId, asker(request)))
  })
}
