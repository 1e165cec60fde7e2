import type { FastifyInstance } from 'fastify'
import { balanceEndpoint, listEndpoint } from '#contract/lists'
import type { Day } from '#domain/dates'
import { creditBalance, credits, reservedCredits } from '../views/lists/credits.ts'
import { LISTINGS } from '../views/lists/index.ts'
import { listOf, type AnyListing, type ListQuery } from '../views/lists/listing.ts'
import { soldOf } from '../views/lists/sold.ts'
import { sendTable } from './tables.ts'
import { type AppContext, contextOf } from './app-context.ts'
import { type Call, serve } from './serve.ts'

/** Lists page by page, whole as a table to download, as choices of a form, or as what was sold of them. */
export const listRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const answer = async (
    listing: AnyListing,
    { on, ...query }: Asked,
    { actor, reply }: Pick<ListCall, 'actor' | 'reply'>,
  ) => {
    const context = contextOf(runtime, on)
    const { format, ...words } = query
    if (format === undefined) {
      const list = await listOf(listing, words, actor, context)
      return listing.noun.isDated ? { ...list, on: context.on } : list
    }
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
    serve(app, balanceEndpoint(listing.noun), ({ query: { on, ...query }, actor }) =>
      creditBalance(listing, query, actor, contextOf(runtime, on)),
    )
}

/** What is asked of a list: of those with quantities, also the day. */
type Asked = ListQuery & { on?: Day }

type ListCall = Call<ReturnType<typeof listEndpoint>>
