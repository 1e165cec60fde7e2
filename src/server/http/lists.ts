import type { FastifyInstance, FastifyRequest } from 'fastify'
import { balanceEndpoint, listEndpoint } from '#contract/lists'
import type { Day } from '#domain/dates'
import { creditBalance, credits, reservedCredits } from '../views/lists/credits.ts'
import { LISTINGS } from '../views/lists/index.ts'
import { listOf, type AnyListing, type ListQuery } from '../views/lists/listing.ts'
import { soldOf } from '../views/lists/sold.ts'
import type { Reading, Reads } from '../store/replica.ts'
import { sendTable } from './tables.ts'
import { type AppContext, contextOf } from './app-context.ts'
import { readsFor } from './behind.ts'
import { type Call, serve } from './serve.ts'

/** Lists page by page, whole as a table to download, as choices of a form, or as what was sold of them. */
export const listRoutes = (app: FastifyInstance, given: AppContext): void => {
  const registryReads = readsFor(given)
  const primary: Reads = work => work(given.runtime)
  /** The registry may be read from a replica; whatever else somebody works with is as it is now. */
  const reads = ({ registry }: ListQuery, request: FastifyRequest): Reads =>
    registry === true ? registryReads(request) : primary
  const answer = async (
    listing: AnyListing,
    { on, ...query }: Asked,
    { actor, reply }: Pick<ListCall, 'actor' | 'reply'>,
    from: Reading,
  ) => {
    const context = contextOf(from, on)
    const { format, ...words } = query
    if (format === undefined) {
      const list = await listOf(listing, words, actor, context)
      return listing.noun.isDated ? { ...list, on: context.on } : list
    }
    if (format === 'totals' && listing.ownerColumn)
      return soldOf(listing, listing.ownerColumn, words, actor, context)
    return sendTable(reply, { format, listing, query, reader: actor, context })
  }
  const serveList = (endpoint: ReturnType<typeof listEndpoint>, listing: AnyListing, more: ListQuery = {}) =>
    serve(app, endpoint, ({ query: asked, ...call }) => {
      const query = { ...asked, ...more }
      return reads(query, call.request)(from => answer(listing, query, call, from))
    })
  for (const listing of LISTINGS) {
    const { noun } = listing
    serveList(listEndpoint(noun), listing)
    for (const subpath of noun.subpaths ?? [])
      serveList(listEndpoint(noun, subpath), listing, { [subpath]: true })
  }
  for (const listing of [credits, reservedCredits])
    serve(app, balanceEndpoint(listing.noun), ({ query: { on, ...query }, actor, request }) =>
      reads(query, request)(from => creditBalance(listing, query, actor, contextOf(from, on))),
    )
}

/** What is asked of a list: of those with quantities, also the day. */
type Asked = ListQuery & { on?: Day }

type ListCall = Call<ReturnType<typeof listEndpoint>>
