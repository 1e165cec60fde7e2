import type { FastifyInstance, FastifyReply } from 'fastify'
import type { BalanceSheet } from '#contract/kit/balance'
import type { ListedNoun } from '#contract/kit/noun'
import * as open from '#contract/public/public'
import * as register from '#contract/public/public-register'
import { readPublicReserve } from '#contract/public/public-reserve'
import { HOLDING_LABELS, HOLDINGS } from '#domain/credit/balance'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { type Day, showDay } from '@credit-market/values/dates'
import type { DownloadCell } from '#domain/match/match-files'
import { notFoundError } from '../runner/refusals.ts'
import type { AnyListing, ListQuery } from '../views/listing/listing.ts'
import { limitPeriods } from '../views/listing/coarse-balance.ts'
import { REGISTRY_LISTS, REGISTRY_READER } from '../views/lists/registry.ts'
import {
  findPublicCreditBySerial,
  readPublicProjectBalance,
  readPublicProject,
  readPublicRequirement,
  readRegistryPage,
  type RegistryListing,
  readRegistryBalanceSheet,
} from './public-register.ts'
import { readReserveSheet } from './reserve.ts'
import { searchRegister } from '../search/public-search.ts'
import type { ViewContext } from '../views/kit/context.ts'
import { type AppContext, createViewContext, isPossibleId } from '../http/app-context.ts'
import { createVisitorReads } from '../http/behind.ts'
import { mountEndpoint } from '../http/serve.ts'
import { sendSmallTable, sendTable } from '../http/tables.ts'

type Asked = ListQuery & { on?: Day }
type BalanceQuery = Asked & { periods?: 'all' }

/** Downloads are generated for every request, so one address is limited to this many a minute. */
const DOWNLOADS = { exposeHeadRoute: false, mostAMinute: 30 } as const

const sheetRows = ({ on, types }: BalanceSheet): DownloadCell[][] => [
  [
    'Credit type',
    `Certified on ${showDay(on)}`,
    ...HOLDINGS.map(holding => `${HOLDING_LABELS[holding]} on ${showDay(on)}`),
    'Credits',
  ],
  ...types.map(({ creditType, onDay, credits }) => [
    CREDIT_TYPE_LABELS[creditType],
    onDay.total,
    ...HOLDINGS.map(holding => onDay[holding]),
    credits,
  ]),
]

/** The public registry: without amounts of money and without names of people or companies. */
export const publicRegisterRoutes = (app: FastifyInstance, context: AppContext): void => {
  const reads = createVisitorReads(context)
  const seen = <T>(on: Day | undefined, view: (its: ViewContext) => Promise<T>): Promise<T> =>
    reads(from => view(createViewContext(from, on)))
  const found = async <T>(view: Promise<T | undefined> | false): Promise<T> => {
    const thing = await view
    if (!thing) throw notFoundError()
    return thing
  }
  const listed = <N extends ListedNoun, R>(listing: RegistryListing<N, R>, { on, ...query }: Asked) =>
    seen(on, its => readRegistryPage(listing, query, its))
  const summedUp = (of: keyof typeof REGISTRY_LISTS, { on, periods, ...query }: BalanceQuery) =>
    seen(on, async its => limitPeriods(await readRegistryBalanceSheet(of, query, its), periods))
  mountEndpoint(app, open.publicProjects, ({ query }) => listed(REGISTRY_LISTS.projects, query))
  mountEndpoint(app, open.publicRequirements, ({ query }) => listed(REGISTRY_LISTS.requirements, query))
  mountEndpoint(app, open.publicCredits, ({ query }) => listed(REGISTRY_LISTS.credits, query))
  mountEndpoint(app, register.publicProjectsBalance, ({ query }) => summedUp('projects', query))
  mountEndpoint(app, register.publicRequirementsBalance, ({ query }) => summedUp('requirements', query))
  mountEndpoint(app, open.publicBalance, ({ query }) => summedUp('credits', query))
  mountEndpoint(app, register.readPublicProject, ({ params: { id }, query }) =>
    found(isPossibleId(id) && seen(query.on, async its => (await readPublicProject(id, its))?.view)),
  )
  mountEndpoint(app, register.readPublicRequirement, ({ params: { id }, query }) =>
    found(isPossibleId(id) && seen(query.on, its => readPublicRequirement(id, its))),
  )
  mountEndpoint(app, register.publicProjectBalance, ({ params: { id }, query }) =>
    found(isPossibleId(id) && seen(query.on, ({ db, on }) => readPublicProjectBalance(db, id, on))),
  )
  mountEndpoint(app, readPublicReserve, ({ query }) =>
    seen(query.on, ({ db, on }) => readReserveSheet(db, on)),
  )
  mountEndpoint(app, register.publicCredit, ({ params, query }) =>
    found(seen(query.on, ({ db, on }) => findPublicCreditBySerial(db, params.serial, on))),
  )
  mountEndpoint(app, register.searchRegister, ({ query: { q = '' } }) =>
    seen(undefined, ({ db }) => searchRegister(q, db)),
  )

  const download = (listing: AnyListing, { on, format = 'csv', ...query }: Asked, reply: FastifyReply) =>
    seen(on, async its => {
      await sendTable(reply, {
        side: 'anybody',
        format,
        listing,
        query,
        reader: REGISTRY_READER,
        context: its,
      })
      return reply
    })
  mountEndpoint(
    app,
    register.downloadPublicProjects,
    ({ query, reply }) => download(REGISTRY_LISTS.projects, query, reply),
    DOWNLOADS,
  )
  mountEndpoint(
    app,
    register.downloadPublicRequirements,
    ({ query, reply }) => download(REGISTRY_LISTS.requirements, query, reply),
    DOWNLOADS,
  )
  mountEndpoint(
    app,
    register.downloadPublicCredits,
    ({ query, reply }) => download(REGISTRY_LISTS.credits, query, reply),
    DOWNLOADS,
  )
  mountEndpoint(
    app,
    register.downloadPublicBalance,
    async ({ query: { format = 'csv', ...query }, reply }) =>
      sendSmallTable(reply, format, 'balance', sheetRows(await summedUp('credits', query))),
    DOWNLOADS,
  )
}
