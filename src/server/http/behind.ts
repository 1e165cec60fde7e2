import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MAX_REPLICA_LAG_MS, MAX_WORKING_LAG_MS, type RunReadQuery } from './replica.ts'
import type { AppContext } from './app-context.ts'
import { SAFE_METHODS } from './guards.ts'

/**
 * Longer than the largest lag of a replica in use, so that the replica has the earlier writes when the cookie
 * expires.
 */
const WRITTEN_SECONDS = MAX_REPLICA_LAG_MS / 1000 + 5

type Behind = Pick<AppContext, 'runtime' | 'replica' | 'config'>

const cookieName = ({ config }: Behind): string =>
  config.publicUrl.startsWith('https:') ? '__Host-written' : 'written'

/** Sets a cookie after every request that may write; it expires when every replica in use has the change. */
export const addWriteCookieHook = (app: FastifyInstance, context: Behind): void => {
  if (!context.replica) return
  app.addHook('onSend', async (request, reply) => {
    if (SAFE_METHODS.includes(request.method)) return
    reply.setCookie(cookieName(context), '1', {
      ...{ path: '/', httpOnly: true, sameSite: 'lax', maxAge: WRITTEN_SECONDS },
      secure: context.config.publicUrl.startsWith('https:'),
    })
  })
}

const fromPrimary =
  ({ runtime }: Behind): RunReadQuery =>
  work =>
    work(runtime)

/** Reads for visitors: from the replica while it is close to the primary. */
export const createVisitorReads = (context: Behind): RunReadQuery => {
  const { replica } = context
  return replica ? work => replica.ask(work, MAX_REPLICA_LAG_MS) : fromPrimary(context)
}

/** True if the client asks for the current state: a page after an event, or someone who reloads it. */
const wantsCurrent = ({ headers }: FastifyRequest): boolean =>
  /no-cache|max-age=0/.test(headers['cache-control'] ?? '')

/**
 * Reads for a caller who is known: as for visitors, but from the primary while a replica may lack this person's own
 * writes, or if the client asks for the current state. What is not in the registry comes from a replica that is closer,
 * and never for API keys: a program need not keep the cookie for its own writes.
 */
export const createSessionReads = (context: Behind) => {
  const { replica } = context
  const primary = fromPrimary(context)
  return (request: FastifyRequest, data: 'registry' | 'work'): RunReadQuery => {
    if (!replica || request.cookies[cookieName(context)] !== undefined || wantsCurrent(request))
      return primary
    if (data === 'registry') return work => replica.ask(work, MAX_REPLICA_LAG_MS)
    return request.session === null ? primary : work => replica.ask(work, MAX_WORKING_LAG_MS)
  }
}
