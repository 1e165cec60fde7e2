import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccountSettings } from '#contract/people/account'
import * as entry from '#contract/people/sign-in'
import { TYPES_WITHOUT_ADMISSION } from '#domain/people/organisation'
import { PASSWORD_POLICY } from '#domain/people/password'
import type { AccountContext } from '../auth/accounts.ts'
import { completeInvitation, findInvitationByToken } from '../auth/invitations.ts'
import { passkeySiteOf } from '../auth/passkey-site.ts'
import { readAccountView } from '../auth/profile.ts'
import { mailResetCode, updatePassword } from '../auth/reset.ts'
import { endSession, remainingSessionTime } from '../auth/sessions.ts'
import { signInByCode, chooseNewPassword, signIn } from '../auth/sign-in.ts'
import { confirmSignUp, resendConfirmation, signUp } from '../auth/sign-up.ts'
import { listDemonstrationUsers } from '../demonstration/users.ts'
import { forbiddenError } from '../runner/refusals.ts'
import { mountEndpoint } from '../http/serve.ts'
import {
  requireSignInChallenge,
  clientInfoOfRequest,
  sendSignInStep,
  sessionSecretOfRequest,
  setSessionCookie,
} from '../http/session.ts'

/** Routes for visitors: sign-up, sign-in, sign-out and public account settings. */
export const accountRoutes = (app: FastifyInstance, accounts: AccountContext): void => {
  const { runtime, config } = accounts
  const { db } = runtime.store
  const asker = (request: FastifyRequest) => clientInfoOfRequest(config, request)

  mountEndpoint(app, entry.login, async ({ body, request, reply }) =>
    sendSignInStep(accounts, request, reply, await signIn(accounts, body, asker(request))),
  )
  mountEndpoint(app, entry.checkTotp, async ({ body, request, reply, session }) => {
    const pending = requireSignInChallenge(session, 'SOFTWARE_TOKEN_MFA')
    const result = await signInByCode(accounts, pending, body.code, asker(request))
    return sendSignInStep(accounts, request, reply, result)
  })
  mountEndpoint(app, entry.replacePassword, async ({ body, request, reply, session }) => {
    const pending = requireSignInChallenge(session, 'NEW_PASSWORD_REQUIRED')
    const result = await chooseNewPassword(accounts, pending, body.password, asker(request))
    await sendSignInStep(accounts, request, reply, result)
  })
  mountEndpoint(app, entry.readSession, ({ request }) => {
    const secret = sessionSecretOfRequest(config, request)
    return secret === undefined
      ? { secondsLeft: 0, isLast: false }
      : remainingSessionTime(db, secret, runtime.now())
  })
  mountEndpoint(app, entry.logout, async ({ request, reply }) => {
    const secret = sessionSecretOfRequest(config, request)
    if (secret) await endSession(db, secret)
    setSessionCookie(config, reply, null)
  })
  mountEndpoint(app, entry.redirectToUsers, ({ reply }) => reply.redirect('/api/users', 307))

  mountEndpoint(app, entry.resetPassword, ({ body, request }) =>
    mailResetCode(accounts, body.username, asker(request)),
  )
  mountEndpoint(app, entry.updatePassword, ({ body, request }) =>
    updatePassword(accounts, body, asker(request)),
  )
  mountEndpoint(app, entry.signUp, ({ body, request }) => signUp(accounts, body, asker(request)))
  mountEndpoint(app, entry.confirmSignUp, ({ body }) => confirmSignUp(accounts, body))
  mountEndpoint(app, entry.resendConfirmation, ({ body, request }) =>
    resendConfirmation(accounts, body.email, asker(request)),
  )
  mountEndpoint(app, entry.readInvitation, ({ body }) => findInvitationByToken(accounts, body.token))
  mountEndpoint(app, entry.completeInvitation, async ({ body, request, reply }) => {
    const result = await completeInvitation(accounts, body, asker(request))
    await sendSignInStep(accounts, request, reply, result)
  })

  mountEndpoint(app, entry.readAccount, ({ session, actor }) => {
    if (!session || !actor) throw forbiddenError('Not signed in')
    return readAccountView(accounts, session)
  })
  const site = passkeySiteOf(config)
  const settings = async (): Promise<AccountSettings> => ({
    signUpEnabled: config.signUpEnabled,
    admittedAtOnce: [...TYPES_WITHOUT_ADMISSION],
    passwordPolicy: PASSWORD_POLICY,
    providers: config.providers.map(({ id, name }) => ({ id, name })),
    noPasskeys: 'why' in site ? site.why : null,
    demo: config.demo ? { users: await listDemonstrationUsers(db), password: config.demoPassword } : null,
  })
  mountEndpoint(app, entry.readAccountSettings, settings)
  mountEndpoint(app, entry.readPasswordPolicy, () => PASSWORD_POLICY)
  mountEndpoint(app, entry.readEnvironment, async ({ reply }) => {
    const { signUpEnabled, admittedAtOnce, passwordPolicy } = await settings()
    const env = JSON.stringify({ signUpEnabled, admittedAtOnce, passwordPolicy, demo: config.demo })
    return reply.type('text/javascript; charset=utf-8').send(`window.env = ${env}\n`)
  })
}
