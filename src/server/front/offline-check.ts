import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { offlineCheck } from '#front/pages/offline-check'
import type { AppContext } from '../http/app-context.ts'
import { readsForAnybody } from '../http/behind.ts'
import { marketKeys } from '../log/market-keys.ts'
import { webDir } from '../places.ts'
import { notFound } from '../runner/refusals.ts'
import type { Front } from './front.ts'

const builtPart = (name: string): Promise<string> =>
  readFile(join(webDir, 'front', name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw notFound()
    throw error
  })

/** By what everything that the market signs is checked: its public keys, and a page to be saved that checks by them without asking anybody. */
export const offlineCheckRoutes = (app: FastifyInstance, context: AppContext, front: Front): void => {
  const reads = readsForAnybody(context)
  const { publicUrl } = context.config
  const keysNow = () => reads(({ store: { db } }) => marketKeys(db, publicUrl))
  const open = { config: { isPage: true } } as const
  app.get('/verify/keys', open, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=5')
      .type('application/json; charset=utf-8')
      .send(await keysNow()),
  )
  app.get('/verify/offline.html', open, async (_request, reply) => {
    const [keys, { name }, script, sheet] = await Promise.all([
      keysNow(),
      front.brandNow(),
      builtPart('offline-check.js'),
      builtPart('offline-check.css'),
    ])
    return reply
      .header('cache-control', 'public, max-age=5')
      .header('content-disposition', 'attachment; filename="check-receipts.html"')
      .type('text/html; charset=utf-8')
      .send(offlineCheck(name, keys, { script, sheet }))
  })
}
