import type { FastifyInstance } from 'fastify'
import { readLastRound } from '#contract/practice'
import { lastRoundCopy } from '../views/round-copy.ts'
import type { AppContext } from './app-context.ts'
import { serve } from './serve.ts'

/** What members practise with besides invented markets. */
export const practiceApiRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  serve(app, readLastRound, async () => ({ copy: await lastRoundCopy(runtime.store.db) }))
}
