import type { FastifyInstance } from 'fastify'
import { creditTotalsEndpoint, listEndpoint } from '#contract/lists'
import { credits, creditTotals, reservedCredits } from '../views/lists/credits.ts'
import { LISTINGS } from '../views/lists/index.ts'
import { listOf, type AnyListing, type ListQuery, soldOf } from '../views/lists/listing.ts'
import { sendTable } from './tables.ts'
import { type AppContext, contextOf } from './app-context.ts'
import { type Call, serve } from './serve.ts'

/** Lists page by page, whole as a table to download, as choices of a form, or as what was sold of them. */
export const listRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const answer = async (
    listing: AnyListing,
    query: ListQuery,
    { actor, reply }: Pick<ListCall, 'actor' | 'reply'>,
  ) => {
    const context = contextOf(runtime)
    const { format, ...words } = query
    if (format === undefined) return listOf(listing, words, actor, context)
    if (format === 'totals' && listing.ownerColumn)
      return soldOf(listing, listing.ownerColumn, words, actor, context)
    return sendTable(reply, { format, listing, query, reader: actor, context })
  }
  for (const listing of LISTINGS) {
    const { noun } = listing
    serve(app, listEndpoint(noun), ({ query, ...call }) => answer(listing, query, call))
    for (const subpath of noun.subpaths ?? [])
      serve(app, listEndpoint(noun, subpath), ({ query, ...call }) =>
        answer(listing, { ...query, [subpath]: true }, call),
      )
  }
  for (const listing of [credits, reservedCredits])
    serve(app, creditTotalsEndpoint(listing.noun), ({ query, actor }) =>
      creditTotals(listing, query, actor, runtime.store.db),
    )
}

type ListCall = Call<ReturnType<typeof listEndpoint>>
