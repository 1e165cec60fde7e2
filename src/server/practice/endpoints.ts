import type { FastifyInstance } from 'fastify'
import { readLastRound } from '#contract/round/practice'
import { readPracticeRoundCopy } from './round-copy.ts'
import type { AppContext } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'

/** Data for members to practise with, in addition to invented markets. */
export const practiceApiRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  mountEndpoint(app, readLastRound, async () => ({ copy: await readPracticeRoundCopy(runtime.store.db) }))
}
