import type { FastifyInstance } from 'fastify'
import { listAreaInterest, removeSavedEstimate } from '#contract/desk/saved-estimate'
import { isOperator } from '#domain/people/actor'
import type { AppContext } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'
import { notFoundError } from '../runner/refusals.ts'
import { readAreaInterest } from './areas.ts'
import { removeOwnEstimate } from './own.ts'

/** Saved estimates by area for the market operator, and those of an organisation, which it can remove. */
export const savedEstimateRoutes = (
  app: FastifyInstance,
  { runtime: { store } }: Pick<AppContext, 'runtime'>,
): void => {
  mountEndpoint(app, listAreaInterest, async ({ actor }) => {
    if (!isOperator(actor)) throw notFoundError()
    return { items: await readAreaInterest(store.db) }
  })
  mountEndpoint(app, removeSavedEstimate, async ({ params, actor }) => {
    if (!(await removeOwnEstimate(store.db, actor.organisationId, params.id))) throw notFoundError()
  })
}
