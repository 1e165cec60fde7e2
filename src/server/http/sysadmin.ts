import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { RESET_WORD } from '#domain/reset'
import { forbidden, invalid, Refused } from '../refused.ts'
import { senderOf, type Serving } from './serving.ts'

const typed = z.object({ name: z.literal(RESET_WORD) })

/** What only a system administrator may do, and only with a demonstration: load it anew. */
export const sysadminRoutes = (app: FastifyInstance, { reset }: Serving): void => {
  if (!reset) return
  app.post('/api/sysadmin/reset-database', async request => {
    if (!senderOf(request).groups.includes('sysadmin'))
      throw forbidden('Only a system administrator may do this')
    if (!typed.safeParse(request.body).success) throw invalid({ name: `Type ${RESET_WORD} to confirm` })
    reset.begin()
    return { message: 'The demonstration market is being loaded anew' }
  })
}

/** While the demonstration is loaded anew nothing is served, not even who is signed in. */
export const holdWhileResetting = (app: FastifyInstance, { reset }: Serving): void => {
  if (!reset) return
  app.addHook('onRequest', async request => {
    const saying = reset.saying()
    if (saying !== null && request.url.startsWith('/api/')) throw new Refused(503, { error: saying }, 5)
  })
}
