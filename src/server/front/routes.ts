import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '#domain/brand'
import { startPage } from '#front/pages/start'
import type { Secrets } from '../auth/secrets.ts'
import type { AppContext } from '../http/app-context.ts'
import type { Reading } from '../store/replica.ts'
import { aboutRoutes } from './about.ts'
import { certificateRoutes } from './certificates.ts'
import { feedbackRoutes } from './feedback.ts'
import { openFront } from './front.ts'
import { instancePages } from './instances.ts'
import { logRoutes } from './log.ts'
import { offlineCheckRoutes } from './offline-check.ts'
import { practiceRoutes } from './practice.ts'
import { startView } from './start.ts'
import { registerPages } from './register.ts'
import { marketPages } from './market-pages.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'

/** Who has signed in has a home at the first address, everybody else the start page: no cache keeps one for the other. */
const NOT_SHARED = { 'cache-control': 'no-cache', vary: 'accept-encoding, cookie' }

/** The public zone: pages that anybody reads, with or without scripts. Answers what draws the start page where nobody is signed in. */
export const frontRoutes = (app: FastifyInstance, context: AppContext & { secrets: Secrets }) => {
  const front = openFront(app, context)
  marketPages(front, app, context)
  feedbackRoutes(app, front, context)
  instancePages(app, front)
  registerPages(front)
  unsubscribeRoutes(app, front, context)
  practiceRoutes(front)
  certificateRoutes(app, context, front)
  offlineCheckRoutes(app, context, front)
  logRoutes(app, context, front)
  const start = {
    path: '/',
    draw: async (from: Reading, { brand }: { brand: Brand }) =>
      startPage(await startView(from, context.config.signUpEnabled), brand),
  } as const
  aboutRoutes(app, context, front)
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    front.answer(start, request, reply, NOT_SHARED)
}
