import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { englishDayOf } from '@credit-market/values/dates'
import { SATISFACTION_SURVEY_OCCASIONS, SATISFACTION_ANSWERS } from '#domain/project/satisfaction'
import { feedbackPage, thanksPage } from '#front/pages/feedback'
import type { AppContext } from '../http/app-context.ts'
import { addSatisfactionAnswer } from '../store/satisfaction.ts'
import type { PublicPageRenderer } from './front.ts'

const about = z.enum(SATISFACTION_SURVEY_OCCASIONS)
const sent = z.object({
  about: about.catch('reading'),
  answer: z.coerce.number().refine(answer => SATISFACTION_ANSWERS.some(([number]) => number === answer)),
})

/** Limit of answers from one address in an hour; more do not come from people. */
const A_FEW = { max: 20, timeWindow: 3_600_000 }
const LONGEST_FORM = 1000

/** The feedback question that anyone may answer, with or without scripts. */
export const feedbackRoutes = (
  app: FastifyInstance,
  { page }: PublicPageRenderer,
  { runtime }: AppContext,
): void => {
  const { store, now } = runtime
  page({
    path: '/feedback',
    query: z.object({ about: about.optional(), missing: z.boolean().optional() }),
    draw: (_from, { query }) => feedbackPage(query.about ?? 'reading', query.missing),
  })
  page({ path: '/feedback/thanks', draw: () => thanksPage })
  void app.register(async forms => {
    // Parses the form of browsers without scripts.
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    forms.post('/feedback', { config: { isPage: true, rateLimit: A_FEW } }, async (request, reply) => {
      const given = sent.safeParse(request.body)
      if (!given.success) return reply.redirect('/feedback?missing=true', 303)
      await addSatisfactionAnswer(store.db, { day: englishDayOf(now()), ...given.data })
      return reply.redirect('/feedback/thanks', 303)
    })
  })
}
