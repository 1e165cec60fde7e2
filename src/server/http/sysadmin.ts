import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { RESET_WORD } from '#domain/reset'
import { forbidden, invalid, HttpError } from '../runner/refusals.ts'
import { requireActor, type AppContext } from './app-context.ts'

const typed = z.object({ name: z.literal(RESET_WORD) })

/** What only a system administrator may do, and only with a demonstration: load it anew. */
export const sysadminRoutes = (app: FastifyInstance, { reset }: AppContext): void => {
  if (!reset) return
  app.post('/api/sysadmin/reset-database', async request => {
    if (!requireActor(request).groups.includes('sysadmin'))
      throw forbidden('Only a system administrator may do this')
    if (!typed.safeParse(request.body).success) throw invalid({ name: `Type ${RESET_WORD} to confirm` })
    reset.begin()
    return { message: 'The demonstration market is being loaded anew' }
  })
}

/** While the demonstration is loaded anew nothing is served, not even who is signed in. */
export const holdWhileResetting = (app: FastifyInstance, { reset }: AppContext): void => {
  if (!reset) return
  app.addHook('onRequest', async request => {
    const saying = reset.saying()
    if (saying !== null && request.url.startsWith('/api/')) throw new HttpError(503, { error: saying }, 5)
  })
}
