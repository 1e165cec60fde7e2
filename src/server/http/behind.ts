import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MOST_BEHIND_MS, type Reads } from '../store/replica.ts'
import type { AppContext } from './app-context.ts'
import { SAFE } from './guards.ts'

/** Longer than a replica that is asked may be behind, so that it has what was written before. */
const WRITTEN_SECONDS = MOST_BEHIND_MS / 1000 + 5

type Behind = Pick<AppContext, 'runtime' | 'replica' | 'config'>

const cookieName = ({ config }: Behind): string =>
  config.publicUrl.startsWith('https:') ? '__Host-written' : 'written'

/** Whoever may have changed something is given a cookie that ends when every replica that is asked has the change. */
export const rememberWrites = (app: FastifyInstance, context: Behind): void => {
  if (!context.replica) return
  app.addHook('onSend', async (request, reply) => {
    if (SAFE.includes(request.method)) return
    reply.setCookie(cookieName(context), '1', {
      ...{ path: '/', httpOnly: true, sameSite: 'lax', maxAge: WRITTEN_SECONDS },
      secure: context.config.publicUrl.startsWith('https:'),
    })
  })
}

/** Where anybody reads what is public: a replica, while it is near. */
export const readsForAnybody = ({ runtime, replica }: Behind): Reads =>
  replica ? replica.ask : work => work(runtime)

/** Where somebody reads the registry: the same, but never while a replica may lack what this person has written. */
export const readsFor =
  (context: Behind) =>
  ({ cookies }: FastifyRequest): Reads =>
    cookies[cookieName(context)] === undefined ? readsForAnybody(context) : work => work(context.runtime)
