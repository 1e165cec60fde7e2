import type { FastifyInstance } from 'fastify'
import type { StoredKind } from '#domain/entities'
import { credits, creditTotals, reservedCredits } from '../views/lists/credits.ts'
import { type Listing, listOf, type Query, soldOf, valueOf } from '../views/lists/listing.ts'
import {
  authorities,
  markets,
  organisations,
  participations,
  roundDeclarations,
  rounds,
} from '../views/lists/market.ts'
import { projects } from '../views/lists/projects.ts'
import { projectGroups, requirementGroups } from '../views/lists/groups.ts'
import { SETTINGS, users } from '../views/lists/settings.ts'
import { requirements } from '../views/lists/requirements.ts'
import { sendTable } from './tables.ts'
import { contextOf, requireActor, type AppContext } from './app-context.ts'

/** Every list by its path. */
export const LISTS: Record<string, Listing<StoredKind, unknown>> = Object.fromEntries(
  Object.entries({
    markets,
    rounds,
    'round-declarations': roundDeclarations,
    organisations,
    participations,
    'agent-authorities': authorities,
    projects,
    requirements,
    credits,
    'reserved-credits': reservedCredits,
    'project-groups': projectGroups,
    'requirement-groups': requirementGroups,
    users,
    ...SETTINGS,
  }).map(([path, listing]) => [path, listing as unknown as Listing<StoredKind, unknown>]),
)

/** Lists page by page, whole as a table to download, or as choices of a form. */
export const listRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  for (const [path, listing] of Object.entries(LISTS))
    app.get<{ Querystring: Query }>(`/api/${path}`, async (request, reply) => {
      const reader = requireActor(request)
      const { query } = request
      const format = valueOf(query, 'format')
      if (format === undefined) return listOf(listing, query, reader, contextOf(runtime))
      if (format === 'totals' && listing.ownerColumn)
        return soldOf(listing, listing.ownerColumn, query, reader, contextOf(runtime))
      return sendTable(reply, { name: path, format, listing, query, reader, context: contextOf(runtime) })
    })
  for (const [path, listing] of Object.entries({ credits, 'reserved-credits': reservedCredits }))
    app.get<{ Querystring: Query }>(`/api/${path}/totals`, request =>
      creditTotals(listing, request.query, requireActor(request), runtime.store.db),
    )
}
