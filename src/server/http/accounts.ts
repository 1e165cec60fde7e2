import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccountSettings } from '#contract/account'
import * as entry from '#contract/sign-in'
import { ADMITTED_AT_ONCE } from '#domain/organisation'
import { PASSWORD_POLICY } from '#domain/password'
import type { Accounts } from '../auth/accounts.ts'
import { completeInvitation, readInvitation } from '../auth/invitations.ts'
import { passkeySiteOf } from '../auth/passkey-site.ts'
import { accountOf } from '../auth/profile.ts'
import { mailResetCode, updatePassword } from '../auth/reset.ts'
import { endSession, remainingOf } from '../auth/sessions.ts'
import { checkTotp, chooseNewPassword, signIn } from '../auth/sign-in.ts'
import { confirmSignUp, resendConfirmation, signUp } from '../auth/sign-up.ts'
import { demonstrationUsers } from '../demonstration/users.ts'
import { forbidden } from '../runner/refusals.ts'
import { serve } from './serve.ts'
import { challenged, clientInfoOf, nextStep, secretOf, setSecret } from './session.ts'

/** Signing up, signing in and out, and what anybody may know: the routes for people who are not, or not yet, signed in. */
export const accountRoutes = (app: FastifyInstance, accounts: Accounts): void => {
  const { runtime, config } = accounts
  const { db } = runtime.store
  const asker = (request: FastifyRequest) => clientInfoOf(config, request)

  serve(app, entry.login, async ({ body, request, reply }) =>
    nextStep(accounts, request, reply, await signIn(accounts, body, asker(request))),
  )
  serve(app, entry.checkTotp, async ({ body, request, reply, session }) => {
    const pending = challenged(session, 'SOFTWARE_TOKEN_MFA')
    const result = await checkTotp(accounts, pending, body.code, asker(request))
    return nextStep(accounts, request, reply, result)
  })
  serve(app, entry.newPassword, async ({ body, request, reply, session }) => {
    const pending = challenged(session, 'NEW_PASSWORD_REQUIRED')
    const result = await chooseNewPassword(accounts, pending, body.password, asker(request))
    await nextStep(accounts, request, reply, result)
  })
  serve(app, entry.readSession, ({ request }) => {
    const secret = secretOf(config, request)
    return secret === undefined ? { secondsLeft: 0, isLast: false } : remainingOf(db, secret, runtime.now())
  })
  serve(app, entry.logout, async ({ request, reply }) => {
    const secret = secretOf(config, request)
    if (secret) await endSession(db, secret)
    setSecret(config, reply, null)
  })
  serve(app, entry.findUsers, ({ reply }) => reply.redirect('/api/users', 307))

  serve(app, entry.resetPassword, ({ body, request }) =>
    mailResetCode(accounts, body.username, asker(request)),
  )
  serve(app, entry.updatePassword, ({ body, request }) => updatePassword(accounts, body, asker(request)))
  serve(app, entry.signUp, ({ body, request }) => signUp(accounts, body, asker(request)))
  serve(app, entry.confirmSignUp, ({ body }) => confirmSignUp(accounts, body))
  serve(app, entry.resendConfirmation, ({ body, request }) =>
    resendConfirmation(accounts, body.email, asker(request)),
  )
  serve(app, entry.readInvitation, ({ body }) => readInvitation(accounts, body.token))
  serve(app, entry.completeInvitation, async ({ body, request, reply }) => {
    const result = await completeInvitation(accounts, body, asker(request))
    await nextStep(accounts, request, reply, result)
  })

  serve(app, entry.readAccount, ({ session, actor }) => {
    if (!session || !actor) throw forbidden('Not signed in')
    return accountOf(accounts, session)
  })
  const site = passkeySiteOf(config)
  const settings = async (): Promise<AccountSettings> => ({
    signUpEnabled: config.signUpEnabled,
    admittedAtOnce: [...ADMITTED_AT_ONCE],
    passwordPolicy: PASSWORD_POLICY,
    providers: config.providers.map(({ id, name }) => ({ id, name })),
    noPasskeys: 'why' in site ? site.why : null,
    demo: config.demo ? { users: await demonstrationUsers(db), password: config.demoPassword } : null,
  })
  serve(app, entry.readAccountSettings, settings)
  serve(app, entry.readPasswordPolicy, () => PASSWORD_POLICY)
  serve(app, entry.readEnvironment, async ({ reply }) => {
    const { signUpEnabled, admittedAtOnce, passwordPolicy } = await settings()
    const env = JSON.stringify({ signUpEnabled, admittedAtOnce, passwordPolicy, demo: config.demo })
    return reply.type('text/javascript; charset=utf-8').send(`window.env = ${env}\n`)
  })
}
