import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { email, name, phone } from '#actions/kit/fields'
import { ADMITTED_AT_ONCE, ORGANISATION_TYPES } from '#domain/organisation'
import { notRepeated, PASSWORD_POLICY } from '#domain/password'
import type { AccountSettings, Challenge } from '#domain/wire/account'
import type { Accounts } from '../auth/accounts.ts'
import { completeInvitation, readInvitation } from '../auth/invitations.ts'
import { accountOf } from '../auth/profile.ts'
import { mailResetCode, updatePassword } from '../auth/reset.ts'
import { type Session, endSession } from '../auth/sessions.ts'
import { checkTotp, chooseNewPassword, signIn, type SignInResult } from '../auth/sign-in.ts'
import { confirmSignUp, resendConfirmation, signUp } from '../auth/sign-up.ts'
import { demonstrationUsers } from '../demonstration/users.ts'
import { badRequest, forbidden, invalid, notSignedIn } from '../runner/refusals.ts'
import { clientInfoOf, secretOf, setSecret } from './session.ts'

const REQUIRED = 'Field required'

const someText = (most = 200) =>
  z.string({ error: REQUIRED }).min(1, REQUIRED).max(most, `Must be ${most} characters or fewer`)

const passwords = { password: someText(1000), confirmPassword: someText(1000) }

/** What a request says, or 422 with what is wrong in it; passwords that are typed twice must be the same. */
export const answersOf = <S extends z.ZodRawShape>(shape: S, body: unknown): z.infer<z.ZodObject<S>> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('The body must be an object')
  const parsed = z.object(shape).safeParse(body)
  const messages: Record<string, string> = {}
  for (const { path, message } of parsed.error?.issues ?? []) messages[String(path[0] ?? 'form')] ??= message
  const { password, confirmPassword } = body as Record<string, unknown>
  const unlike = 'confirmPassword' in shape && notRepeated(password, confirmPassword)
  if (unlike) messages.confirmPassword ??= unlike
  if (!parsed.success || Object.keys(messages).length > 0) throw invalid(messages)
  return parsed.data
}

/** What a request must say to change the profile. */
export const PROFILE = { displayName: name('Name').rule, phone: phone('Phone').rule.nullable() }
/** What a request must say that gives a code. */
export const CODE = { code: someText(100) }
/** What a request must say that replaces a password. */
export const PASSWORDS = passwords

const SIGN_UP = {
  ...passwords,
  displayName: name('Name').rule,
  phone: phone('Phone').rule,
  email: email('Email').rule,
  organisationName: name('Organisation').rule,
  organisationType: z.enum(ORGANISATION_TYPES, { error: REQUIRED }),
}

/** Signing up, signing in and out, and what anybody may know: the routes for people who are not, or not yet, signed in. */
export const accountRoutes = (app: FastifyInstance, accounts: Accounts): void => {
  const { runtime, config } = accounts
  const { db } = runtime.store

  /** Each step of sign-in gives the session a new id, so that nobody who knew the old one comes in along. */
  const step = async (
    reply: FastifyReply,
    old: string | undefined,
    { secret, challenge }: SignInResult,
  ): Promise<FastifyReply> => {
    if (old !== undefined) await endSession(db, old)
    setSecret(config, reply, secret)
    return challenge ? reply.send({ challenge }) : reply.code(204).send()
  }
  const challenged = (session: Session | null, challenge: Challenge): Session => {
    if (session?.stage !== challenge) throw notSignedIn()
    return session
  }

  app.post('/api/auth/login', async (request, reply) => {
    const given = answersOf({ username: someText(), password: someText(1000) }, request.body)
    return step(reply, secretOf(config, request), await signIn(accounts, given, clientInfoOf(request)))
  })
  app.post('/api/auth/checkTOTP', async (request, reply) => {
    const session = challenged(request.session, 'SOFTWARE_TOKEN_MFA')
    const { code } = answersOf(CODE, request.body)
    const stepped = await checkTotp(accounts, session, code, clientInfoOf(request))
    return step(reply, secretOf(config, request), stepped)
  })
  app.post('/api/auth/new-password', async (request, reply) => {
    const session = challenged(request.session, 'NEW_PASSWORD_REQUIRED')
    const { password } = answersOf(passwords, request.body)
    const stepped = await chooseNewPassword(accounts, session, password, clientInfoOf(request))
    return step(reply, secretOf(config, request), stepped)
  })
  app.post('/api/auth/logout', async (request, reply) => {
    const secret = secretOf(config, request)
    if (secret) await endSession(db, secret)
    return setSecret(config, reply, null).code(204).send()
  })

  app.get('/api/auth/users', async (_request, reply) => reply.redirect('/api/users', 307))

  app.post('/api/auth/reset-password', async (request, reply) => {
    const { username } = answersOf({ username: someText() }, request.body)
    await mailResetCode(accounts, username, clientInfoOf(request))
    return reply.code(204).send()
  })
  app.post('/api/auth/update-password', async (request, reply) => {
    const given = answersOf({ ...passwords, ...CODE, username: someText() }, request.body)
    await updatePassword(accounts, given, clientInfoOf(request))
    return reply.code(204).send()
  })
  app.post('/api/auth/sign-up', async (request, reply) => {
    await signUp(accounts, answersOf(SIGN_UP, request.body), clientInfoOf(request))
    return reply.code(204).send()
  })
  app.post('/api/auth/confirm-sign-up', async (request, reply) => {
    await confirmSignUp(accounts, answersOf({ ...CODE, email: email('Email').rule }, request.body))
    return reply.code(204).send()
  })
  app.post('/api/auth/resend-confirmation', async (request, reply) => {
    const given = answersOf({ email: email('Email').rule }, request.body)
    await resendConfirmation(accounts, given.email, clientInfoOf(request))
    return reply.code(204).send()
  })
  app.post('/api/auth/invitation', async request =>
    readInvitation(accounts, answersOf({ token: someText() }, request.body).token),
  )
  app.post('/api/auth/complete-invitation', async (request, reply) => {
    const given = answersOf({ ...passwords, ...PROFILE, token: someText() }, request.body)
    const stepped = await completeInvitation(accounts, given, clientInfoOf(request))
    return step(reply, secretOf(config, request), stepped)
  })

  app.get('/api/auth/user', async request => {
    if (!request.session || !request.actor) throw forbidden('Not signed in')
    return accountOf(accounts, request.session)
  })
  const settings = async (): Promise<AccountSettings> => ({
    signUpEnabled: config.signUpEnabled,
    admittedAtOnce: [...ADMITTED_AT_ONCE],
    passwordPolicy: PASSWORD_POLICY,
    demo: config.demo ? { users: await demonstrationUsers(db), password: config.demoPassword } : null,
  })
  app.get('/api/auth/settings', settings)
  app.get('/api/auth/password-policy', async () => PASSWORD_POLICY)
  app.get('/api/auth/env.js', async (_request, reply) => {
    const { signUpEnabled, admittedAtOnce, passwordPolicy } = await settings()
    const env = JSON.stringify({ signUpEnabled, admittedAtOnce, passwordPolicy, demo: config.demo })
    return reply.type('text/javascript; charset=utf-8').send(`window.env = ${env}\n`)
  })
}
