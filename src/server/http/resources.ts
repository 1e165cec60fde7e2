import type { FastifyInstance } from 'fastify'
import { singleEndpoint } from '#contract/lists'
import { NOUNS, reservedCredit, SINGLES } from '#contract/nouns'
import { mayReadProfile } from '#contract/read-access'
import { readRoundSummary, roundReferences as references } from '#contract/round'
import { notFound } from '../runner/refusals.ts'
import { reservedCreditView } from '../views/credit.ts'
import { singleOf } from '../views/index.ts'
import { ROUND_REFERENCES, roundReferences, roundRows } from '../views/round.ts'
import { type AppContext, contextOf, isIdLike, visibleSubject } from './app-context.ts'
import { serve } from './serve.ts'

/** Every single resource by its id, as its reader may see it. */
export const resourceRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const { db } = runtime.store
  for (const noun of SINGLES.filter(one => one !== reservedCredit && one !== NOUNS.organisation))
    serve(app, singleEndpoint(noun), async ({ params, query, actor }) => {
      const subject = await visibleSubject(runtime, noun.kind, params.id, actor)
      return runtime.store.look(look =>
        singleOf(noun.kind, subject, actor, { ...contextOf(runtime, query.on), ...look }),
      )
    })
  serve(app, singleEndpoint(NOUNS.organisation), async ({ params: { id }, actor }) => {
    const organisation = isIdLike(id) ? await runtime.store.read.one('organisation', id) : undefined
    if (!organisation || !mayReadProfile(organisation, actor)) throw notFound()
    return runtime.store.look(look =>
      singleOf('organisation', organisation, actor, { ...contextOf(runtime), ...look }),
    )
  })
  serve(app, singleEndpoint(reservedCredit), async ({ params, query, actor }) => {
    const credit = await visibleSubject(runtime, 'credit', params.id, actor)
    if (!credit.isReserved) throw notFound()
    return reservedCreditView(credit, actor, contextOf(runtime, query.on))
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
      return (await roundReferences(db, round, [list]))(list)
    })
}
