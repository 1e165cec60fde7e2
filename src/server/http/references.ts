import type { FastifyInstance } from 'fastify'
import type { Credit } from '#domain/credit'
import { CREDIT_TYPES, CREDIT_TYPE_LABELS } from '#domain/credit-type'
import type { StoredKind } from '#domain/entities'
import type { Named } from '#domain/wire/general'
import { notFound } from '../runner/refusals.ts'
import { selfOf } from '../views/context.ts'
import { creditHistory } from '../views/credit.ts'
import { homeView } from '../views/home.ts'
import { standardVersions } from '../views/setting.ts'
import { roundDeclarationRows, roundRows } from '../views/round.ts'
import { search } from '../views/search.ts'
import { supplyFor } from '../views/supply.ts'
import { contextOf, requireActor, type AppContext, visibleSubject } from './app-context.ts'

type ById = { Params: { id: string } }

/** Things that have no page of their own, one by one: settings, people, credits; and what is only to choose from. */
export const referenceRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const { db } = runtime.store

  for (const [path, isRight] of [
    ['/api/credit/:id', () => true],
    ['/api/reserved-credit/:id', ({ isReserved }: Credit) => isReserved],
  ] as const)
    app.get<ById>(path, async request => {
      const credit = await visibleSubject(runtime, 'credit', request.params.id, requireActor(request))
      if (!isRight(credit)) throw notFound()
      return creditHistory(db, credit, requireActor(request))
    })
  app.get<ById>(pathOf('roundDeclaration'), async request => {
    const reader = requireActor(request)
    const { id } = await visibleSubject(runtime, 'roundDeclaration', request.params.id, reader)
    return (await roundDeclarationRows(db, [id], reader))[0]
  })

  app.get<ById>('/api/standard/:id/versions', async request => {
    const standard = await visibleSubject(runtime, 'standard', request.params.id, requireActor(request))
    return standardVersions(runtime.store.read, standard)
  })

  // Choices of forms: whole, short, and the same for everybody. The specification writes their paths without /api.
  const choices = (path: string, list: () => Promise<Named[]>) => {
    for (const url of [path, `/api${path}`]) app.get(url, list)
  }
  choices('/ref/credits/type', async () => CREDIT_TYPES.map(id => ({ id, name: CREDIT_TYPE_LABELS[id] })))
  for (const [path, kind] of [
    ['ncas', 'nca'],
    ['lpas', 'lpa'],
    ['subcatchments', 'subcatchment'],
  ] as const)
    choices(`/ref/${path}`, async () =>
      db.selectFrom(kind).select(['id', 'name']).where('active', '=', true).orderBy('name').execute(),
    )

  app.get('/api/home', request => homeView(requireActor(request), contextOf(runtime)))
  app.get<{ Params: { term: string } }>('/api/search/:term', request =>
    search(request.params.term, requireActor(request), contextOf(runtime)),
  )
  app.get<ById>('/api/round/:id/summary', async request => {
    const reader = requireActor(request)
    const round = await visibleSubject(runtime, 'round', request.params.id, reader)
    return (await roundRows(db, [round], reader))[0]
  })
  app.get<ById>('/api/requirement/:id/supply', async request => {
    const reader = requireActor(request)
    const requirement = await visibleSubject(runtime, 'requirement', request.params.id, reader)
    return supplyFor(requirement, reader, contextOf(runtime))
  })
}

const pathOf = (kind: StoredKind): string => decodeURIComponent(selfOf(kind, ':id'))
