import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { handInMatch, type HandedInStanding } from '#contract/instance'
import { instancePage, standingPage } from '#front/pages/instance'
import { isIdLike } from '../http/app-context.ts'
import { notFound } from '../runner/refusals.ts'
import { instanceView, publishedOf } from '../views/instance.ts'
import type { Front } from './front.ts'

const A_FEW = { max: 20, timeWindow: 60_000 }
/** As text of a form a match is about twice as long as it is. */
const LONGEST_FORM = 4 * 1024 * 1024

const sent = z.object({ match: z.string() })

const refused = (says: string): HandedInStanding => ({
  ...{ is: 'notAllowed', says, findings: [] },
  ...{ worth: null, accepted: null },
})

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The published matches in pages, and the form by which anybody hands in a better one, with or without scripts. */
export const instancePages = (app: FastifyInstance, { page, say }: Front): void => {
  page({
    path: '/rounds/:id/match',
    draw: async ({ store: { db } }, { params: { id = '' } }) => {
      const published = isIdLike(id) ? await publishedOf(db, id) : undefined
      return published && instancePage(await instanceView(db, published))
    },
  })
  void app.register(async forms => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    forms.post<{ Params: { id: string } }>(
      '/rounds/:id/match',
      { config: { isPage: true, rateLimit: A_FEW } },
      async (request, reply) => {
        const { id } = request.params
        if (!isIdLike(id)) throw notFound()
        const given = sent.safeParse(request.body)
        const match = handInMatch.body?.safeParse(given.success ? jsonIn(given.data.match) : undefined)
        const standing = match?.success
          ? await app.handIn(id, match.data)
          : refused('It is no JSON with projects, requirements and flows, as in the published solution.')
        return say(standingPage(id, standing), request, reply)
      },
    )
  })
}
