import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { offlineCheckDocument } from '#front/pages/offline-check'
import type { AppContext } from '../http/app-context.ts'
import { createVisitorReads } from '../http/behind.ts'
import { listMarketPublicKeys } from '../log/market-keys.ts'
import { webBuildDir } from '../process/places.ts'
import { notFoundError } from '../runner/refusals.ts'
import type { PublicPageRenderer } from './front.ts'

const builtPart = (name: string): Promise<string> =>
  readFile(join(webBuildDir, 'front', name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw notFoundError()
    throw error
  })

/**
 * Everything needed to verify the market's signatures: public keys, and a page to save that verifies with them
 * offline.
 */
export const offlineCheckRoutes = (
  app: FastifyInstance,
  context: AppContext,
  front: PublicPageRenderer,
): void => {
  const reads = createVisitorReads(context)
  const { publicUrl } = context.config
  const keysNow = () => reads(({ store: { db } }) => listMarketPublicKeys(db, publicUrl))
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
      .send(offlineCheckDocument(name, keys, { script, sheet }))
  })
}
