import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MAX_REPLICA_LAG_MS, type RunReadQuery } from './replica.ts'
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

/** Reads for visitors: from the replica while it is close to the primary. */
export const createVisitorReads = ({ runtime, replica }: Behind): RunReadQuery =>
  replica ? replica.ask : work => work(runtime)

/** Reads for a session: as for visitors, but from the primary while a replica may lack this person's own writes. */
export const createSessionReads =
  (context: Behind) =>
  ({ cookies }: FastifyRequest): RunReadQuery =>
    cookies[cookieName(context)] === undefined ? createVisitorReads(context) : work => work(context.runtime)
