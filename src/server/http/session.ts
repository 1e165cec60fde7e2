import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '#domain/actor'
import type { SignedIn } from '#domain/wire/general'
import { actorFor, endSession, userOfSession } from '../auth/sessions.ts'
import { signIn } from '../auth/sign-in.ts'
import type { Config } from '../config.ts'
import { demonstrationUsers } from '../demonstration/users.ts'
import { badRequest, forbidden } from '../refused.ts'
import type { Runtime } from '../runtime.ts'

const isSecure = (config: Config): boolean => config.publicUrl.startsWith('https:')

// The prefix makes browsers insist on https, the path / and no other domain; it does not work on plain http.
const cookieName = (config: Config): string => (isSecure(config) ? '__Host-session' : 'session')

const cookieOptions = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) }) as const

/** Who sends this request: the session's user with all rights as they are now, or null. */
export const actorOf = async (
  runtime: Runtime,
  config: Config,
  request: FastifyRequest,
): Promise<Actor | null> => {
  const secret = request.cookies[cookieName(config)]
  if (!secret) return null
  const userId = await userOfSession(runtime.store.db, secret, runtime.now())
  return (userId && (await actorFor(runtime.store.db, userId))) || null
}

const credentials = z.object({ username: z.string().min(1).max(200), password: z.string().min(1).max(200) })

/** Sign-in, sign-out, who am I, and what the sign-in page may know. */
export const sessionRoutes = (app: FastifyInstance, runtime: Runtime, config: Config): void => {
  const { db } = runtime.store
  const clear = (reply: FastifyReply) => reply.clearCookie(cookieName(config), cookieOptions(config))

  app.post('/api/auth/login', async (request, reply) => {
    const given = credentials.safeParse(request.body)
    if (!given.success) throw badRequest('A user name and a password are needed')
    const { username, password } = given.data
    const secret = await signIn(db, username, password, request.ip, runtime.now())
    const old = request.cookies[cookieName(config)]
    if (old) await endSession(db, old)
    return reply.setCookie(cookieName(config), secret, cookieOptions(config)).code(204).send()
  })

  app.post('/api/auth/logout', async (request, reply) => {
    const secret = request.cookies[cookieName(config)]
    if (secret) await endSession(db, secret)
    return clear(reply).code(204).send()
  })

  app.get('/api/auth/user', async (request): Promise<SignedIn> => {
    const actor = await actorOf(runtime, config, request)
    const user = actor?.userId && (await runtime.store.read.one('user', actor.userId))
    if (!user) throw forbidden('Not signed in')
    const organisation = user.organisationId
      ? await runtime.store.read.one('organisation', user.organisationId)
      : undefined
    const { id, username, email, displayName, groups } = user
    return {
      id,
      username,
      email,
      displayName,
      groups,
      organisation: organisation
        ? { id: organisation.id, name: organisation.name, type: organisation.type }
        : null,
    }
  })

  app.get('/api/auth/settings', async () => ({
    signUpEnabled: config.signUpEnabled,
    demo: config.demo ? { users: await demonstrationUsers(db), password: config.demoPassword } : null,
  }))
}
