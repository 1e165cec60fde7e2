import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { pricesQuery } from '#contract/prices'
import { publicCalendar } from '#contract/public'
import { CREDIT_TYPES } from '#domain/credit-type'
import { serviceSection } from '#front/service-section'
import { pricesPage } from '#front/pages/prices'
import { roundPage, roundsPage } from '#front/pages/rounds'
import { type AppContext, contextOf, isIdLike } from '../http/app-context.ts'
import { serviceFigures } from '../views/service-figures.ts'
import { pricesView } from '../views/prices.ts'
import { publicRounds } from '../views/public.ts'
import type { Front } from './front.ts'

const roundsQuery = z.object({
  type: z.enum(CREDIT_TYPES).optional(),
  place: z.string().max(200).optional(),
})

/** The rounds and what they have come to. */
export const marketPages = (
  { page }: Front,
  app: FastifyInstance,
  { config: { runningCost } }: Pick<AppContext, 'config'>,
): void => {
  // Where people look for it; the interface answers.
  app.get('/rounds.ics', { config: { isPage: true } }, (_request, reply) =>
    reply.redirect(publicCalendar.path, 308),
  )
  page({
    path: '/rounds',
    query: roundsQuery,
    draw: async (from, { query }) => roundsPage(await publicRounds(from.store.db), query, contextOf(from).on),
  })
  page({
    path: '/prices',
    query: pricesQuery,
    draw: async (from, { query }) => {
      const { db, on } = contextOf(from)
      const service = serviceSection(await serviceFigures(db, on, runningCost))
      return pricesPage(await pricesView(db, on), query, service)
    },
  })
  page({
    path: '/rounds/:id',
    draw: async (from, { params: { id = '' } }) => {
      const [round] = isIdLike(id) ? await publicRounds(from.store.db, id) : []
      return round && roundPage(round, contextOf(from).on)
    },
  })
}
