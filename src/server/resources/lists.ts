import type { FastifyInstance, FastifyRequest } from 'fastify'
import { balanceEndpoint, listEndpoint } from '#contract/desk/lists'
import type { Day } from '@credit-market/values/dates'
import { limitPeriods } from '../views/listing/coarse-balance.ts'
import { creditBalance, creditList, reservedCreditList } from '../views/lists/credits.ts'
import { LISTINGS } from '../views/lists/index.ts'
import { readListPage, type AnyListing, type ListQuery } from '../views/listing/listing.ts'
import { readSoldUnits } from '../views/lists/sold.ts'
import type { ReadOnlyStore, RunReadQuery } from '../http/replica.ts'
import { sendTable } from '../http/tables.ts'
import { type AppContext, createViewContext } from '../http/app-context.ts'
import { createSessionReads } from '../http/behind.ts'
import { type EndpointCall, mountEndpoint } from '../http/serve.ts'

/** Lists: page by page, complete as a table to download, as choices of a form, or as a sum of what was sold. */
export const listRoutes = (app: FastifyInstance, given: AppContext): void => {
  const sessionReads = createSessionReads(given)
  const reads = ({ registry }: ListQuery, request: FastifyRequest): RunReadQuery =>
    sessionReads(request, registry === true ? 'registry' : 'work')
  const answer = async (
    listing: AnyListing,
    { on, ...query }: Asked,
    { actor, reply }: Pick<ListCall, 'actor' | 'reply'>,
    from: ReadOnlyStore,
  ) => {
    const context = createViewContext(from, on)
    const { format, ...words } = query
    if (format === undefined) {
      const list = await readListPage(listing, words, actor, context)
      return listing.noun.isDated ? { ...list, on: context.on } : list
    }
    if (format === 'totals' && listing.ownerColumn)
      return readSoldUnits(listing, listing.ownerColumn, words, actor, context)
    return sendTable(reply, { format, listing, query, reader: actor, context })
  }
  const serveList = (endpoint: ReturnType<typeof listEndpoint>, listing: AnyListing, more: ListQuery = {}) =>
    mountEndpoint(app, endpoint, ({ query: asked, ...call }) => {
      const query = { ...asked, ...more }
      return reads(query, call.request)(from => answer(listing, query, call, from))
    })
  for (const listing of LISTINGS) {
    const { noun } = listing
    serveList(listEndpoint(noun), listing)
    for (const subpath of noun.subpaths ?? [])
      serveList(listEndpoint(noun, subpath), listing, { [subpath]: true })
  }
  for (const listing of [creditList, reservedCreditList])
    mountEndpoint(app, balanceEndpoint(listing.noun), ({ query: asked, actor, request }) => {
      const { on, periods, ...query } = asked
      return reads(
        query,
        request,
      )(async from => {
        const sheet = await creditBalance(listing, query, actor, createViewContext(from, on))
        return limitPeriods(sheet, periods)
      })
    })
}

/** Query of a list; lists with quantities also have a date. */
type Asked = ListQuery & { on?: Day }

type ListCall = EndpointCall<ReturnType<typeof listEndpoint>>
