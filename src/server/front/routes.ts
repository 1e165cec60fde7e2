import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '#domain/people/brand'
import { startPage } from '#front/pages/start'
import type { Secrets } from '../auth/secrets.ts'
import type { CertificateSigner } from '../certificates/seal.ts'
import type { AppContext } from '../http/app-context.ts'
import type { ReadOnlyStore } from '../http/replica.ts'
import { aboutRoutes } from './about.ts'
import { certificateRoutes } from './certificates.ts'
import { feedbackRoutes } from './feedback.ts'
import { deskRoutes } from './desks.ts'
import { createPublicPageRenderer } from './front.ts'
import { publishedMatchPageRoutes } from './instances.ts'
import { publicLogRoutes } from './log.ts'
import { offlineCheckRoutes } from './offline-check.ts'
import { practiceRoutes } from './practice.ts'
import { needWorkbookRoutes } from './need-workbook.ts'
import { savedEstimateRoutes } from './saved-estimates.ts'
import { readStartPage } from './start.ts'
import { registerPageRoutes } from './register.ts'
import { roundPageRoutes } from './market-pages.ts'
import { roundPreviewRoutes } from './round-preview.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'

/**
 * The first address is the home page of signed-in people and the start page of all others: caches must not mix them
 * up.
 */
const NOT_SHARED = { 'cache-control': 'no-cache', vary: 'accept-encoding, cookie' }

/**
 * Routes of the public zone: pages that anyone can read, with or without scripts. Returns the renderer of the start
 * page for visitors.
 */
export const publicZoneRoutes = (
  app: FastifyInstance,
  context: AppContext & { secrets: Secrets; seal: CertificateSigner },
) => {
  const front = createPublicPageRenderer(app, context)
  roundPageRoutes(front, app, context)
  roundPreviewRoutes(app, context, front)
  feedbackRoutes(app, front, context)
  publishedMatchPageRoutes(app, front)
  registerPageRoutes(front)
  unsubscribeRoutes(app, front, context)
  practiceRoutes(front)
  deskRoutes(front, context)
  needWorkbookRoutes(app, front, context)
  savedEstimateRoutes(app, front, context)
  certificateRoutes(app, context, front)
  offlineCheckRoutes(app, context, front)
  publicLogRoutes(app, context, front)
  const start = {
    path: '/',
    draw: async (from: ReadOnlyStore, { brand }: { brand: Brand }) =>
      startPage(await readStartPage(from, context.config.signUpEnabled), brand),
  } as const
  aboutRoutes(app, context, front)
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    front.answer(start, request, reply, NOT_SHARED)
}
