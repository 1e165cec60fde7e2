import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { pricesQuery } from '#contract/round/prices'
import { publicRoundsCalendar } from '#contract/public/public'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { serviceSection } from '#front/service-section'
import { pricesPage } from '#front/pages/prices'
import { roundPage } from '#front/pages/round'
import { roundsPage } from '#front/pages/rounds'
import { type AppContext, createViewContext, isPossibleId } from '../http/app-context.ts'
import { calculateServiceFigures } from '../register/service-figures.ts'
import { readPublicPrices } from '../register/prices.ts'
import { readPublicRounds } from '../register/public.ts'
import { readPublishedAnswers } from '../views/round-question.ts'
import type { PublicPageRenderer } from './front.ts'

const roundsQuery = z.object({
  type: z.enum(CREDIT_TYPES).optional(),
  place: z.string().max(200).optional(),
})

/** Pages of rounds and their results. */
export const roundPageRoutes = (
  { page }: PublicPageRenderer,
  app: FastifyInstance,
  { config: { runningCost } }: Pick<AppContext, 'config'>,
): void => {
  // A short address that people expect; the API has the calendar itself.
  app.get('/rounds.ics', { config: { isPage: true } }, (_request, reply) =>
    reply.redirect(publicRoundsCalendar.path, 308),
  )
  page({
    path: '/rounds',
    query: roundsQuery,
    draw: async (from, { query }) =>
      roundsPage(await readPublicRounds(from.store.db), query, createViewContext(from).on),
  })
  page({
    path: '/prices',
    query: pricesQuery,
    draw: async (from, { query }) => {
      const { db, on } = createViewContext(from)
      const service = serviceSection(await calculateServiceFigures(db, on, runningCost))
      return pricesPage(await readPublicPrices(db, on), query, service)
    },
  })
  page({
    path: '/rounds/:id',
    draw: async (from, { params: { id = '' } }) => {
      const [round] = isPossibleId(id) ? await readPublicRounds(from.store.db, id) : []
      return (
        round &&
        roundPage(round, await readPublishedAnswers(from.store.db, round.id), createViewContext(from).on)
      )
    },
  })
}
