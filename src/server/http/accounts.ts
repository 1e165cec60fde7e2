import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccountSettings, Challenge, Challenged } from '#contract/account'
import * as entry from '#contract/sign-in'
import { ADMITTED_AT_ONCE } from '#domain/organisation'
import { PASSWORD_POLICY } from '#domain/password'
import type { Accounts } from '../auth/accounts.ts'
import { completeInvitation, readInvitation } from '../auth/invitations.ts'
import { accountOf } from '../auth/profile.ts'
import { mailResetCode, updatePassword } from '../auth/reset.ts'
import { type Session, endSession } from '../auth/sessions.ts'
import { checkTotp, chooseNewPassword, signIn, type SignInResult } from '../auth/sign-in.ts'
import { confirmSignUp, resendConfirmation, signUp } from '../auth/sign-up.ts'
import { demonstrationUsers } from '../demonstration/users.ts'
import { forbidden, notSignedIn } from '../runner/refusals.ts'
import { serve } from './serve.ts'
import { clientInfoOf, secretOf, setDevices, setSecret } from './session.ts'

/** Signing up, signing in and out, and what anybody may know: the routes for people who are not, or not yet, signed in. */
export const accountRoutes = (app: FastifyInstance, accounts: Accounts): void => {
  const { runtime, config } = accounts
  const { db } = runtime.store
  const asker = (request: FastifyRequest) => clientInfoOf(config, request)

  /** Each step of sign-in gives the session a new id, so that nobody who knew the old one comes in along. */
  const step = async (
    reply: FastifyReply,
    old: string | undefined,
    { secret, challenge, devices }: SignInResult,
  ): Promise<Challenged | undefined> => {
    if (old !== undefined) await endSession(db, old)
    setSecret(config, reply, secret)
    if (devices !== undefined) setDevices(config, reply, devices)
    return challenge ? { challenge } : undefined
  }
  const challenged = (session: Session | null, challenge: Challenge): Session => {
    if (session?.stage !== challenge) throw notSignedIn()
    return session
  }

  serve(app, entry.login, async ({ body, request, reply }) =>
    step(reply, secretOf(config, request), await signIn(accounts, body, asker(request))),
  )
  serve(app, entry.checkTotp, async ({ body, request, reply, session }) => {
    const pending = challenged(session, 'SOFTWARE_TOKEN_MFA')
    const result = await checkTotp(accounts, pending, body.code, asker(request))
    return step(reply, secretOf(config, request), result)
  })
  serve(app, entry.newPassword, async ({ body, request, reply, session }) => {
    const pending = challenged(session, 'NEW_PASSWORD_REQUIRED')
    const result = await chooseNewPassword(accounts, pending, body.password, asker(request))
    await step(reply, secretOf(config, request), result)
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
    await step(reply, secretOf(config, request), result)
  })

  serve(app, entry.readAccount, ({ session, actor }) => {
    if (!session || !actor) throw forbidden('Not signed in')
    return accountOf(accounts, session)
  })
  const settings = async (): Promise<AccountSettings> => ({
    signUpEnabled: config.signUpEnabled,
    admittedAtOnce: [...ADMITTED_AT_ONCE],
    passwordPolicy: PASSWORD_POLICY,
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
