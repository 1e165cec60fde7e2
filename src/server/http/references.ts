import type { FastifyInstance } from 'fastify'
import { readHome, search as searchEndpoint } from '#contract/home'
import { listPossibleDoubles } from '#contract/organisation'
import { proposePlace } from '#contract/place'
import { readsAll } from '#contract/read-access'
import { listSupply } from '#contract/requirement'
import { listStandardVersions, referenceChoices } from '#contract/settings'
import type { Named } from '#contract/values'
import { CREDIT_TYPES, CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { NO_GRID_REFERENCE } from '#domain/place/grid-reference'
import { badRequest, forbidden } from '../runner/refusals.ts'
import { namedDoubles } from '../views/doubles.ts'
import { homeView } from '../views/home.ts'
import { proposePlace as placeProposed } from '../views/place.ts'
import { standardVersions } from '../views/setting.ts'
import { search } from '../views/search.ts'
import { supplyFor } from '../views/supply.ts'
import { type AppContext, contextOf, visibleSubject } from './app-context.ts'
import { serve } from './serve.ts'

/** Home, search, the supply for a requirement, and what is only to choose from. */
export const referenceRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const { db, read } = runtime.store
  const choices = (
    endpoints: (typeof referenceChoices)[keyof typeof referenceChoices],
    list: () => Named[] | Promise<Named[]>,
  ) => {
    for (const endpoint of endpoints) serve(app, endpoint, list)
  }
  choices(referenceChoices.creditType, () => CREDIT_TYPES.map(id => ({ id, name: CREDIT_TYPE_LABELS[id] })))
  for (const kind of ['nca', 'lpa', 'subcatchment'] as const)
    choices(referenceChoices[kind], () =>
      db.selectFrom(kind).select(['id', 'name']).where('active', '=', true).orderBy('name').execute(),
    )

  serve(app, listStandardVersions, async ({ params, actor }) =>
    standardVersions(read, await visibleSubject(runtime, 'standard', params.id, actor)),
  )
  serve(app, listPossibleDoubles, ({ actor }) => {
    if (!readsAll(actor)) throw forbidden('Only the market operator may see this')
    return namedDoubles(runtime.store.db)
  })
  serve(app, proposePlace, async ({ query }) => {
    const proposal = await placeProposed(db, query)
    if (!proposal) throw badRequest(NO_GRID_REFERENCE)
    return proposal
  })
  serve(app, readHome, ({ actor }) => homeView(actor, contextOf(runtime)))
  serve(app, searchEndpoint, ({ params, actor }) => search(params.term, actor, contextOf(runtime)))
  serve(app, listSupply, async ({ params, query, actor }) => {
    const requirement = await visibleSubject(runtime, 'requirement', params.id, actor)
    return supplyFor(requirement, actor, contextOf(runtime, query.on))
  })
}
