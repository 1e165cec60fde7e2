import type { FastifyInstance, FastifyReply } from 'fastify'
import type { BalanceSheet } from '#contract/balance'
import type { Listed } from '#contract/noun'
import * as open from '#contract/public'
import * as register from '#contract/public-register'
import { HOLDING_LABELS, HOLDINGS } from '#domain/balance'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { type Day, showDay } from '#domain/dates'
import type { FileCell } from '#domain/match-files'
import { notFound } from '../runner/refusals.ts'
import type { AnyListing, ListQuery } from '../views/lists/listing.ts'
import { REGISTRY, REGISTRY_READER } from '../views/lists/registry.ts'
import {
  creditOfSerial,
  publicProjectBalance,
  publicProjectOf,
  publicRequirementView,
  registryList,
  type RegistryListing,
  registrySheet,
} from '../views/public-register.ts'
import { searchRegister } from '../views/public-search.ts'
import type { ViewContext } from '../views/context.ts'
import { type AppContext, contextOf, isIdLike } from './app-context.ts'
import { readsForAnybody } from './behind.ts'
import { serve } from './serve.ts'
import { sendRows, sendTable } from './tables.ts'

type Asked = ListQuery & { on?: Day }

/** A download is drawn anew for each who asks, so one address may ask for so many a minute. */
const DOWNLOADS = { exposeHeadRoute: false, mostAMinute: 30 } as const

const sheetRows = ({ on, types }: BalanceSheet): FileCell[][] => [
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

/** The registry as anybody may read it: without money, and without the name of any person or company. */
export const publicRegisterRoutes = (app: FastifyInstance, context: AppContext): void => {
  const reads = readsForAnybody(context)
  const seen = <T>(on: Day | undefined, view: (its: ViewContext) => Promise<T>): Promise<T> =>
    reads(from => view(contextOf(from, on)))
  const found = async <T>(view: Promise<T | undefined> | false): Promise<T> => {
    const thing = await view
    if (!thing) throw notFound()
    return thing
  }
  const listed = <N extends Listed, R>(listing: RegistryListing<N, R>, { on, ...query }: Asked) =>
    seen(on, its => registryList(listing, query, its))
  const summedUp = (of: keyof typeof REGISTRY, { on, ...query }: Asked) =>
    seen(on, its => registrySheet(of, query, its))
  serve(app, open.publicProjects, ({ query }) => listed(REGISTRY.projects, query))
  serve(app, open.publicRequirements, ({ query }) => listed(REGISTRY.requirements, query))
  serve(app, open.publicCredits, ({ query }) => listed(REGISTRY.credits, query))
  serve(app, register.publicProjectsBalance, ({ query }) => summedUp('projects', query))
  serve(app, register.publicRequirementsBalance, ({ query }) => summedUp('requirements', query))
  serve(app, open.publicBalance, ({ query }) => summedUp('credits', query))
  serve(app, register.readPublicProject, ({ params: { id }, query }) =>
    found(isIdLike(id) && seen(query.on, async its => (await publicProjectOf(id, its))?.view)),
  )
  serve(app, register.readPublicRequirement, ({ params: { id }, query }) =>
    found(isIdLike(id) && seen(query.on, its => publicRequirementView(id, its))),
  )
  serve(app, register.publicProjectBalance, ({ params: { id }, query }) =>
    found(isIdLike(id) && seen(query.on, ({ db, on }) => publicProjectBalance(db, id, on))),
  )
  serve(app, register.publicCredit, ({ params, query }) =>
    found(seen(query.on, ({ db, on }) => creditOfSerial(db, params.serial, on))),
  )
  serve(app, register.searchRegister, ({ query: { q = '' } }) =>
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
  serve(
    app,
    register.downloadPublicProjects,
    ({ query, reply }) => download(REGISTRY.projects, query, reply),
    DOWNLOADS,
  )
  serve(
    app,
    register.downloadPublicRequirements,
    ({ query, reply }) => download(REGISTRY.requirements, query, reply),
    DOWNLOADS,
  )
  serve(
    app,
    register.downloadPublicCredits,
    ({ query, reply }) => download(REGISTRY.credits, query, reply),
    DOWNLOADS,
  )
  serve(
    app,
    register.downloadPublicBalance,
    async ({ query: { format = 'csv', ...query }, reply }) =>
      sendRows(reply, format, 'balance', sheetRows(await summedUp('credits', query))),
    DOWNLOADS,
  )
}
