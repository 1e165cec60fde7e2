import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookie } from '#contract/openapi/session-cookie'
import { type SessionAndActor, readSessionAndActor, endSession, type Session } from '../auth/sessions.ts'
import type { SignInResult } from '../auth/sign-in.ts'
import { notSignedInError } from '../runner/refusals.ts'
import type { AccountContext, ClientInfo } from '../auth/accounts.ts'
import type { Challenge, SignInChallenge } from '#contract/people/account'
import { KNOWN_DEVICE_DAYS } from '../auth/devices.ts'
import type { ServerConfig } from '../process/config.ts'
import type { ActionRuntime } from '../runner/runtime.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the sender, complete or still waiting for a challenge. */
    session: Session | null
  }
}

const DAY_IN_SECONDS = 24 * 60 * 60

const isSecure = (config: ServerConfig): boolean => config.publicUrl.startsWith('https:')

// With this prefix, browsers require https, the path / and no domain; it does not work on plain http.
const cookieName = (config: ServerConfig): string => sessionCookie(config.publicUrl)

const cookieOptions = (config: ServerConfig) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) }) as const

/** The session secret that the browser sends, if any. */
export const sessionSecretOfRequest = (config: ServerConfig, request: FastifyRequest): string | undefined =>
  request.cookies[cookieName(config)]

/** Sets the session cookie, or clears it. */
export const setSessionCookie = (
  config: ServerConfig,
  reply: FastifyReply,
  secret: string | null,
): FastifyReply =>
  secret === null
    ? reply.clearCookie(cookieName(config), cookieOptions(config))
    : reply.setCookie(cookieName(config), secret, cookieOptions(config))

/** The actor and session of this request, with their current rights; undefined without a session. */
export const sessionOfRequest = async (
  runtime: ActionRuntime,
  config: ServerConfig,
  request: FastifyRequest,
): Promise<SessionAndActor | undefined> => {
  const secret = sessionSecretOfRequest(config, request)
  return secret === undefined ? undefined : readSessionAndActor(runtime.store.db, secret, runtime.now())
}

const deviceCookie = (config: ServerConfig): string => (isSecure(config) ? '__Host-device' : 'device')

/** Sets the cookie of known devices; the browser sends it with the next sign-in. */
export const setDeviceCookie = (config: ServerConfig, reply: FastifyReply, devices: string): FastifyReply =>
  reply.setCookie(deviceCookie(config), devices, {
    ...cookieOptions(config),
    sameSite: 'strict',
    maxAge: KNOWN_DEVICE_DAYS * DAY_IN_SECONDS,
  })

const travellerCookie = (config: ServerConfig): string =>
  isSecure(config) ? '__Host-traveller' : 'traveller'

/** Identifies a browser that comes back from an identity provider. */
export const providerReturnTokenOfRequest = (
  config: ServerConfig,
  request: FastifyRequest,
): string | undefined => request.cookies[travellerCookie(config)]

/** Sets the cookie that identifies the browser on its way back from the provider, or clears it. */
export const setProviderReturnCookie = (
  config: ServerConfig,
  reply: FastifyReply,
  word: string | null,
): FastifyReply =>
  word === null
    ? reply.clearCookie(travellerCookie(config), cookieOptions(config))
    : reply.setCookie(travellerCookie(config), word, cookieOptions(config))

/** Address and browser of the client, as far as the request contains them. */
export const clientInfoOfRequest = (config: ServerConfig, request: FastifyRequest): ClientInfo => ({
  address: request.ip,
  devices: request.cookies[deviceCookie(config)] ?? null,
  origin: { address: request.ip, browser: request.headers['user-agent'] ?? null },
})

/** The session, if its next challenge is this one. Throws 401 otherwise. */
export const requireSignInChallenge = (session: Session | null, challenge: Challenge): Session => {
  if (session?.stage !== challenge) throw notSignedInError()
  return session
}

/** Sends the result of a step of sign-in. Every step rotates the session id, which prevents session fixation. */
export const sendSignInStep = async (
  { runtime, config }: AccountContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, challenge, devices }: SignInResult,
): Promise<SignInChallenge | undefined> => {
  const old = sessionSecretOfRequest(config, request)
  if (old !== undefined) await endSession(runtime.store.db, old)
  setSessionCookie(config, reply, secret)
  if (devices !== undefined) setDeviceCookie(config, reply, devices)
  return challenge ? { challenge } : undefined
}
