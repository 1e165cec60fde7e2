import type { FastifyInstance } from 'fastify'
import type { StoredKind } from '#domain/entities'
import { selfOf } from '../views/context.ts'
import { viewOf } from '../views/index.ts'
import { ROUND_REFERENCES, roundReferences } from '../views/round.ts'
import { contextOf, senderOf, type Serving, visibleSubject } from './serving.ts'

/** Kinds whose single resources have a page of their own. */
const WITH_PAGE: readonly StoredKind[] = [
  'market',
  'round',
  'organisation',
  'participation',
  'agentAuthority',
  'project',
  'projectGroup',
  'requirement',
  'requirementGroup',
]

type ById = { Params: { id: string } }

/** Every single resource by its id, as its reader may see it. */
export const resourceRoutes = (app: FastifyInstance, { runtime }: Serving): void => {
  for (const kind of WITH_PAGE)
    app.get<ById>(decodeURIComponent(selfOf(kind, ':id')), async request => {
      const reader = senderOf(request)
      const subject = await visibleSubject(runtime, kind, request.params.id, reader)
      return viewOf(kind, subject, reader, contextOf(runtime))
    })
  for (const list of ROUND_REFERENCES)
    app.get<ById>(`/api/round/:id/${list}`, async request => {
      const round = await visibleSubject(runtime, 'round', request.params.id, senderOf(request))
      return roundReferences(runtime.store.db, round, list)
    })
}
