import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import * as open from '#contract/public/public'
import { filterPriceCells, readPrices } from '#contract/round/prices'
import { listPublicRoundAnswers } from '#contract/round/published-answers'
import { readServiceFigures } from '#contract/desk/service'
import { MATCH_PROBLEM_SCHEMA } from '@credit-market/matching/formats/problem-schema'
import { MATCH_SOLUTION_SCHEMA } from '@credit-market/matching/formats/solution-schema'

import { readCachedBrand } from '../brand/brand.ts'
import { roundsCalendar } from '../calendar/calendar.ts'
import { calculateServiceFigures } from './service-figures.ts'
import { publicPriceTableRows, readPublicPrices } from './prices.ts'
import { readPublicRounds, readPublicStatistics } from './public.ts'
import { type AppContext, createViewContext, isPossibleId } from '../http/app-context.ts'
import { createVisitorReads } from '../http/behind.ts'
import { notFoundError } from '../runner/refusals.ts'
import { readPublishedAnswers } from '../views/round-question.ts'
import { mountEndpoint } from '../http/serve.ts'
import { tableToCsvText } from '../http/tables.ts'

const JSON_SCHEMA = 'https://json-schema.org/draft/2020-12/schema'

/** Public routes outside the registry: the calendar of rounds, statistics and schemas. */
export const publicRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { config } = context
  const reads = createVisitorReads(context)
  mountEndpoint(app, open.readClock, async () => ({ now: await context.runtime.store.read.clock() }))
  mountEndpoint(app, open.publicRounds, async () => {
    const items = await reads(({ store }) => readPublicRounds(store.db))
    return { items, total: items.length, next: null, actions: [] }
  })
  mountEndpoint(app, listPublicRoundAnswers, ({ params: { id } }) =>
    reads(async ({ store }) => {
      const [round] = isPossibleId(id) ? await readPublicRounds(store.db, id) : []
      if (!round) throw notFoundError()
      const items = await readPublishedAnswers(store.db, round.id)
      return { items, total: items.length, next: null, actions: [] }
    }),
  )
  mountEndpoint(app, open.publicRoundsCalendar, () =>
    reads(async from => ({
      type: 'text/calendar; charset=utf-8',
      body: roundsCalendar(await readPublicRounds(from.store.db), {
        market: (await readCachedBrand(from.store.db)).name,
        publicUrl: config.publicUrl,
        today: createViewContext(from).on,
      }),
    })),
  )
  mountEndpoint(app, open.readStatistics, ({ query }) =>
    reads(from => readPublicStatistics(from.store.db, createViewContext(from, query.on).on)),
  )
  mountEndpoint(app, readPrices, ({ query: { format, ...query } }) =>
    reads(async from => {
      const { on, cells: all } = await readPublicPrices(from.store.db, createViewContext(from).on)
      const cells = filterPriceCells(all, query)
      return format === 'csv'
        ? {
            type: 'text/csv; charset=utf-8',
            body: tableToCsvText(publicPriceTableRows(cells)),
            headers: { 'content-disposition': 'attachment; filename="prices.csv"' },
          }
        : { type: 'application/json; charset=utf-8', body: JSON.stringify({ on, cells }) }
    }),
  )
  mountEndpoint(app, readServiceFigures, () =>
    reads(from => calculateServiceFigures(from.store.db, createViewContext(from).on, config.runningCost)),
  )
  const schema = (path: string, title: string, json: object) => ({
    $schema: JSON_SCHEMA,
    $id: new URL(path, config.publicUrl).href,
    title,
    type: 'object' as const,
    ...json,
  })
  const { problem, solution } = open.publishedMatchSchemas
  const ofProblem = schema(problem.path, 'A match problem, version 1', z.toJSONSchema(MATCH_PROBLEM_SCHEMA))
  const ofSolution = schema(
    solution.path,
    'A match solution, version 1',
    z.toJSONSchema(MATCH_SOLUTION_SCHEMA),
  )
  mountEndpoint(app, problem, () => ofProblem)
  mountEndpoint(app, solution, () => ofSolution)
}
