import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { marketDayOf } from '#domain/dates'
import { OCCASIONS, SATISFACTION_ANSWERS } from '#domain/satisfaction'
import { feedbackPage, thanksPage } from '#front/pages/feedback'
import type { AppContext } from '../http/app-context.ts'
import { countAnswer } from '../store/satisfaction.ts'
import type { Front } from './front.ts'

const about = z.enum(OCCASIONS)
const sent = z.object({
  about: about.catch('reading'),
  answer: z.coerce.number().refine(answer => SATISFACTION_ANSWERS.some(([number]) => number === answer)),
})

/** More than this within an hour from one address is no answer of people. */
const A_FEW = { max: 20, timeWindow: 3_600_000 }
const LONGEST_FORM = 1000

/** The one question that anybody may answer, with or without scripts. */
export const feedbackRoutes = (app: FastifyInstance, { page }: Front, { runtime }: AppContext): void => {
  const { store, now } = runtime
  page({
    path: '/feedback',
    query: z.object({ about: about.optional(), missing: z.boolean().optional() }),
    draw: (_from, { query }) => feedbackPage(query.about ?? 'reading', query.missing),
  })
  page({ path: '/feedback/thanks', draw: () => thanksPage })
  void app.register(async forms => {
    // A form that is sent without scripts.
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    forms.post('/feedback', { config: { isPage: true, rateLimit: A_FEW } }, async (request, reply) => {
      const given = sent.safeParse(request.body)
      if (!given.success) return reply.redirect('/feedback?missing=true', 303)
      await countAnswer(store.db, { day: marketDayOf(now()), ...given.data })
      return reply.redirect('/feedback/thanks', 303)
    })
  })
}
