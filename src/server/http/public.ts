import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import * as open from '#contract/public'
import { cellsFor, readPrices } from '#contract/prices'
import { readServiceFigures } from '#contract/service'
import { PROBLEM } from '#matching/formats/problem-schema'
import { SOLUTION } from '#matching/formats/solution-schema'

import { brandOf } from '../brand.ts'
import { roundsCalendar } from '../views/calendar.ts'
import { serviceFigures } from '../views/service-figures.ts'
import { priceRows, pricesView } from '../views/prices.ts'
import { publicRounds, statistics } from '../views/public.ts'
import { type AppContext, contextOf } from './app-context.ts'
import { readsForAnybody } from './behind.ts'
import { serve } from './serve.ts'
import { csvText } from './tables.ts'

const JSON_SCHEMA = 'https://json-schema.org/draft/2020-12/schema'

/** What anybody may read without signing in besides the registry: the calendar of rounds, statistics, and schemas. */
export const publicRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { config } = context
  const reads = readsForAnybody(context)
  serve(app, open.readClock, async () => ({ now: await context.runtime.store.read.clock() }))
  serve(app, open.publicRounds, async () => {
    const items = await reads(({ store }) => publicRounds(store.db))
    return { items, total: items.length, next: null, actions: [] }
  })
  serve(app, open.publicCalendar, () =>
    reads(async from => ({
      type: 'text/calendar; charset=utf-8',
      body: roundsCalendar(await publicRounds(from.store.db), {
        market: (await brandOf(from.store.db)).name,
        publicUrl: config.publicUrl,
        today: contextOf(from).on,
      }),
    })),
  )
  serve(app, open.readStatistics, ({ query }) =>
    reads(from => statistics(from.store.db, contextOf(from, query.on).on)),
  )
  serve(app, readPrices, ({ query: { format, ...query } }) =>
    reads(async from => {
      const { on, cells: all } = await pricesView(from.store.db, contextOf(from).on)
      const cells = cellsFor(all, query)
      return format === 'csv'
        ? {
            type: 'text/csv; charset=utf-8',
            body: csvText(priceRows(cells)),
            headers: { 'content-disposition': 'attachment; filename="prices.csv"' },
          }
        : { type: 'application/json; charset=utf-8', body: JSON.stringify({ on, cells }) }
    }),
  )
  serve(app, readServiceFigures, () =>
    reads(from => serviceFigures(from.store.db, contextOf(from).on, config.runningCost)),
  )
  const schema = (path: string, title: string, json: object) => ({
    $schema: JSON_SCHEMA,
    $id: new URL(path, config.publicUrl).href,
    title,
    type: 'object' as const,
    ...json,
  })
  const { problem, solution } = open.matchSchemas
  const ofProblem = schema(problem.path, 'A match problem, version 1', z.toJSONSchema(PROBLEM))
  const ofSolution = schema(solution.path, 'A match solution, version 1', z.toJSONSchema(SOLUTION))
  serve(app, problem, () => ofProblem)
  serve(app, solution, () => ofSolution)
}
