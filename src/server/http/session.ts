import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookie } from '#contract/session-cookie'
import { type Asking, askingWith, endSession, type Session } from '../auth/sessions.ts'
import type { SignInResult } from '../auth/sign-in.ts'
import { notSignedIn } from '../runner/refusals.ts'
import type { Accounts, ClientInfo } from '../auth/accounts.ts'
import type { Challenge, Challenged } from '#contract/account'
import { DEVICE_KEPT_DAYS } from '../auth/devices.ts'
import type { Config } from '../config.ts'
import type { Runtime } from '../runner/runtime.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The sign-in of whoever sends this request, complete or not. */
    session: Session | null
  }
}

const DAY_IN_SECONDS = 24 * 60 * 60

const isSecure = (config: Config): boolean => config.publicUrl.startsWith('https:')

// The prefix makes browsers insist on https, the path / and no other domain; it does not work on plain http.
const cookieName = (config: Config): string => sessionCookie(config.publicUrl)

const cookieOptions = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) }) as const

/** The secret that the browser sends, if any. */
export const secretOf = (config: Config, request: FastifyRequest): string | undefined =>
  request.cookies[cookieName(config)]

/** Hands the browser the secret of its session, or takes it away. */
export const setSecret = (config: Config, reply: FastifyReply, secret: string | null): FastifyReply =>
  secret === null
    ? reply.clearCookie(cookieName(config), cookieOptions(config))
    : reply.setCookie(cookieName(config), secret, cookieOptions(config))

/** Who sends this request, with all rights as they are now, if somebody is signed in. */
export const askingIn = async (
  runtime: Runtime,
  config: Config,
  request: FastifyRequest,
): Promise<Asking | undefined> => {
  const secret = secretOf(config, request)
  return secret === undefined ? undefined : askingWith(runtime.store.db, secret, runtime.now())
}

const deviceCookie = (config: Config): string => (isSecure(config) ? '__Host-device' : 'device')

/** Hands the browser what it is to keep of the sign-ins there; it is sent along with the next. */
export const setDevices = (config: Config, reply: FastifyReply, devices: string): FastifyReply =>
  reply.setCookie(deviceCookie(config), devices, {
    ...cookieOptions(config),
    sameSite: 'strict',
    maxAge: DEVICE_KEPT_DAYS * DAY_IN_SECONDS,
  })

const travellerCookie = (config: Config): string => (isSecure(config) ? '__Host-traveller' : 'traveller')

/** By what a browser that went to a provider is known when it comes back. */
export const travellerOf = (config: Config, request: FastifyRequest): string | undefined =>
  request.cookies[travellerCookie(config)]

/** Hands the browser what it comes back with, or takes it away. */
export const setTraveller = (config: Config, reply: FastifyReply, word: string | null): FastifyReply =>
  word === null
    ? reply.clearCookie(travellerCookie(config), cookieOptions(config))
    : reply.setCookie(travellerCookie(config), word, cookieOptions(config))

/** Who asks, as far as the request tells. */
export const clientInfoOf = (config: Config, request: FastifyRequest): ClientInfo => ({
  address: request.ip,
  devices: request.cookies[deviceCookie(config)] ?? null,
  origin: { address: request.ip, browser: request.headers['user-agent'] ?? null },
})

/** The session in which this is asked for next; 401 for any other. */
export const challenged = (session: Session | null, challenge: Challenge): Session => {
  if (session?.stage !== challenge) throw notSignedIn()
  return session
}

/** Hands over what came of a step of sign-in. Each gives the session a new id, so that nobody who knew the old one comes in along. */
export const nextStep = async (
  { runtime, config }: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, challenge, devices }: SignInResult,
): Promise<Challenged | undefined> => {
  const old = secretOf(config, request)
  if (old !== undefined) await endSession(runtime.store.db, old)
  setSecret(config, reply, secret)
  if (devices !== undefined) setDevices(config, reply, devices)
  return challenge ? { challenge } : undefined
}
