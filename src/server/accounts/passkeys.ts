import type { FastifyInstance } from 'fastify'
import * as passkeys from '#contract/people/passkeys'
import type { AccountContext } from '../auth/accounts.ts'
import {
  addOwnPasskey,
  beginPasskeyEnrolment,
  listPasskeysForProfile,
  removeOwnPasskey,
} from '../auth/own-passkeys.ts'
import {
  createPasskeyChallenge,
  proveSecondFactorByPasskey,
  listAcceptedSecondFactors,
  signInByPasskey,
  stepUpByPasskey,
} from '../auth/passkey-sign-in.ts'
import { mountEndpoint } from '../http/serve.ts'
import {
  requireSignInChallenge,
  clientInfoOfRequest,
  sendSignInStep,
  setSessionCookie,
} from '../http/session.ts'

/** Routes for passkeys: signing in with one, using one as the second factor, and managing one's own. */
export const passkeyRoutes = (app: FastifyInstance, accounts: AccountContext): void => {
  const { config } = accounts

  mountEndpoint(app, passkeys.readFactors, ({ session }) =>
    listAcceptedSecondFactors(accounts, requireSignInChallenge(session, 'SOFTWARE_TOKEN_MFA')),
  )
  mountEndpoint(app, passkeys.requestPasskeyChallenge, ({ body, session }) =>
    createPasskeyChallenge(accounts, body.purpose, session),
  )
  mountEndpoint(app, passkeys.signInWithPasskey, async ({ body, request, reply }) =>
    sendSignInStep(
      accounts,
      request,
      reply,
      await signInByPasskey(accounts, body, clientInfoOfRequest(config, request)),
    ),
  )
  mountEndpoint(app, passkeys.checkPasskey, async ({ body, session, request, reply }) => {
    const pending = requireSignInChallenge(session, 'SOFTWARE_TOKEN_MFA')
    const result = await proveSecondFactorByPasskey(
      accounts,
      pending,
      body,
      clientInfoOfRequest(config, request),
    )
    return sendSignInStep(accounts, request, reply, result)
  })
  mountEndpoint(app, passkeys.stepUpWithPasskey, async ({ body, session, reply }) => {
    setSessionCookie(config, reply, await stepUpByPasskey(accounts, session, body))
  })

  mountEndpoint(app, passkeys.listOwnPasskeys, ({ session }) => listPasskeysForProfile(accounts, session))
  mountEndpoint(app, passkeys.startAddingPasskey, ({ body, session, request }) =>
    beginPasskeyEnrolment(accounts, session, body.password, clientInfoOfRequest(config, request)),
  )
  mountEndpoint(app, passkeys.addPasskey, async ({ body, session, reply }) => {
    const { secret, recoveryCodes } = await addOwnPasskey(accounts, session, body)
    setSessionCookie(config, reply, secret)
    return { recoveryCodes }
  })
  mountEndpoint(app, passkeys.removePasskey, async ({ params, session, reply }) => {
    setSessionCookie(config, reply, await removeOwnPasskey(accounts, session, params.id))
  })
}
