import type { FastifyInstance } from 'fastify'
import { PAGE_KINDS } from '../runner/facts.ts'
import { selfOf } from '../views/context.ts'
import { viewOf } from '../views/index.ts'
import { ROUND_REFERENCES, roundReferences } from '../views/round.ts'
import { contextOf, requireActor, type AppContext, visibleSubject } from './app-context.ts'

type ById = { Params: { id: string } }

/** Every single resource by its id, as its reader may see it. */
export const resourceRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  for (const kind of PAGE_KINDS)
    app.get<ById>(decodeURIComponent(selfOf(kind, ':id')), async request => {
      const reader = requireActor(request)
      const subject = await visibleSubject(runtime, kind, request.params.id, reader)
      return viewOf(kind, subject, reader, contextOf(runtime))
    })
  for (const list of ROUND_REFERENCES)
    app.get<ById>(`/api/round/:id/${list}`, async request => {
      const round = await visibleSubject(runtime, 'round', request.params.id, requireActor(request))
      return roundReferences(runtime.store.db, round, list)
    })
}
