import type { FastifyInstance } from 'fastify'
import { singleEndpoint } from '#contract/lists'
import { reservedCredit, SINGLES } from '#contract/nouns'
import { readRoundSummary, roundReferences as references } from '#contract/round'
import { notFound } from '../runner/refusals.ts'
import { creditView } from '../views/credit.ts'
import { singleOf } from '../views/index.ts'
import { ROUND_REFERENCES, roundReferences, roundRows } from '../views/round.ts'
import { type AppContext, contextOf, visibleSubject } from './app-context.ts'
import { serve } from './serve.ts'

/** Every single resource by its id, as its reader may see it. */
export const resourceRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const { db } = runtime.store
  for (const noun of SINGLES.filter(one => one !== reservedCredit))
    serve(app, singleEndpoint(noun), async ({ params, query, actor }) => {
      const subject = await visibleSubject(runtime, noun.kind, params.id, actor)
      return runtime.store.look(look =>
        singleOf(noun.kind, subject, actor, { ...contextOf(runtime, query.on), ...look }),
      )
    })
  serve(app, singleEndpoint(reservedCredit), async ({ params, query, actor }) => {
    const credit = await visibleSubject(runtime, 'credit', params.id, actor)
    if (!credit.isReserved) throw notFound()
    return creditView(credit, actor, contextOf(runtime, query.on))
  })
  serve(app, readRoundSummary, async ({ params, actor }) => {
    const round = await visibleSubject(runtime, 'round', params.id, actor)
    const [row] = await roundRows(db, [round], actor)
    if (!row) throw notFound()
    return row
  })
  for (const list of ROUND_REFERENCES)
    serve(app, references[list], async ({ params, actor }) => {
      const round = await visibleSubject(runtime, 'round', params.id, actor)
      return roundReferences(db, round, list)
    })
}
