import type { FastifyInstance } from 'fastify'
import { readLandEstimate, readNeedEstimate } from '#contract/public/estimates'
import { type AppContext, createViewContext } from '../http/app-context.ts'
import { createVisitorReads } from '../http/behind.ts'
import { mountEndpoint } from '../http/serve.ts'
import { requireEstimate } from './answers.ts'
import { PLACE_MISSING } from './messages.ts'
import { estimateLand } from './land.ts'
import { estimateNeed } from './need.ts'

/** Estimates that one address may request in a minute. */
export const ESTIMATES_A_MINUTE = 60

/** Estimates for programs; the desks show the same to people. */
export const estimateRoutes = (app: FastifyInstance, context: AppContext): void => {
  const reads = createVisitorReads(context)
  mountEndpoint(
    app,
    readNeedEstimate,
    ({ query }) =>
      reads(async from => requireEstimate(await estimateNeed(query, createViewContext(from)), PLACE_MISSING)),
    { mostAMinute: ESTIMATES_A_MINUTE },
  )
  mountEndpoint(
    app,
    readLandEstimate,
    ({ query }) =>
      reads(async from => requireEstimate(await estimateLand(query, createViewContext(from)), PLACE_MISSING)),
    { mostAMinute: ESTIMATES_A_MINUTE },
  )
}
