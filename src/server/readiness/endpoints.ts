import type { FastifyInstance } from 'fastify'
import { readRoundReadiness } from '#contract/round/readiness'
import { isOperator } from '#domain/people/actor'
import type { AppContext } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'
import { notFoundError } from '../runner/refusals.ts'
import { readReadiness } from './readiness.ts'

/** Readiness of a round, for the market operator. */
export const readinessRoutes = (
  app: FastifyInstance,
  { runtime: { store } }: Pick<AppContext, 'runtime'>,
): void =>
  mountEndpoint(app, readRoundReadiness, async ({ params, actor }) => {
    const round = isOperator(actor) ? await store.read.one('round', params.id) : undefined
    if (!round) throw notFoundError()
    return readReadiness(store.db, round)
  })
