import type { FastifyInstance } from 'fastify'
import { readHome, search as searchEndpoint } from '#contract/desk/home'
import { listPossibleDuplicates } from '#contract/people/organisation'
import { proposePlace } from '#contract/subject/place'
import { mayReadAll } from '#contract/nouns/read-access'
import { listSupply } from '#contract/requirement/requirement'
import { listStandardVersions, referenceChoices } from '#contract/system/settings'
import type { IdAndName } from '#contract/kit/values'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { GRID_REFERENCE_ERROR } from '#domain/place/grid-reference'
import { badRequestError, forbiddenError } from '../runner/refusals.ts'
import { readPossibleDuplicates } from '../views/doubles.ts'
import { readHomePage } from '../home/home.ts'
import { proposeAreasOfLocation as placeProposed } from '../place/place.ts'
import { standardVersions } from '../views/setting.ts'
import { searchVisibleItems } from '../search/search.ts'
import { listSuppliersOfRequirement } from '../views/supply.ts'
import { type AppContext, createViewContext, requireVisibleSubject } from '../http/app-context.ts'
import { createSessionReads } from '../http/behind.ts'
import { mountEndpoint } from '../http/serve.ts'

/** Home page, search, supply for a requirement, and lists that are only choices. */
export const referenceRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { runtime } = context
  const { db, read } = runtime.store
  const reads = createSessionReads(context)
  const choices = (
    endpoints: (typeof referenceChoices)[keyof typeof referenceChoices],
    list: () => IdAndName[] | Promise<IdAndName[]>,
  ) => {
    for (const endpoint of endpoints) mountEndpoint(app, endpoint, list)
  }
  choices(referenceChoices.creditType, () => CREDIT_TYPES.map(id => ({ id, name: CREDIT_TYPE_LABELS[id] })))
  for (const kind of ['nca', 'lpa', 'subcatchment'] as const)
    choices(referenceChoices[kind], () =>
      db.selectFrom(kind).select(['id', 'name']).where('active', '=', true).orderBy('name').execute(),
    )

  mountEndpoint(app, listStandardVersions, async ({ params, actor }) =>
    standardVersions(read, await requireVisibleSubject(runtime, 'standard', params.id, actor)),
  )
  mountEndpoint(app, listPossibleDuplicates, ({ actor }) => {
    if (!mayReadAll(actor)) throw forbiddenError('Only the market operator may see this')
    return readPossibleDuplicates(runtime.store.db)
  })
  mountEndpoint(app, proposePlace, async ({ query }) => {
    const proposal = await placeProposed(db, query)
    if (!proposal) throw badRequestError(GRID_REFERENCE_ERROR)
    return proposal
  })
  mountEndpoint(app, readHome, ({ actor, request }) =>
    reads(request, 'work')(from => readHomePage(actor, createViewContext(from))),
  )
  mountEndpoint(app, searchEndpoint, ({ params, actor, request }) =>
    reads(request, 'work')(from => searchVisibleItems(params.term, actor, createViewContext(from))),
  )
  mountEndpoint(app, listSupply, async ({ params, query, actor }) => {
    const requirement = await requireVisibleSubject(runtime, 'requirement', params.id, actor)
    return listSuppliersOfRequirement(requirement, actor, createViewContext(runtime, query.on))
  })
}
