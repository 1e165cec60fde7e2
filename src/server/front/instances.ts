import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { submitMatch, type SubmittedMatchResult } from '#contract/round/instance'
import { publishedMatchPage, submittedMatchPage } from '#front/pages/instance'
import { isPossibleId } from '../http/app-context.ts'
import { notFoundError } from '../runner/refusals.ts'
import { readPublishedMatchView, readPublishedMatch } from '../instances/instance.ts'
import type { PublicPageRenderer } from './front.ts'

const A_FEW = { max: 20, timeWindow: 60_000 }
/** Largest form in bytes: form encoding makes the text of a match about twice as long. */
const LONGEST_FORM = 4 * 1024 * 1024

const sent = z.object({ match: z.string() })

const refused = (says: string): SubmittedMatchResult => ({
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

/** Pages of published matches, and the form to submit a better one, with or without scripts. */
export const publishedMatchPageRoutes = (app: FastifyInstance, { page, say }: PublicPageRenderer): void => {
  page({
    path: '/rounds/:id/match',
    draw: async ({ store: { db } }, { params: { id = '' } }) => {
      const published = isPossibleId(id) ? await readPublishedMatch(db, id) : undefined
      return published && publishedMatchPage(await readPublishedMatchView(db, published))
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
        if (!isPossibleId(id)) throw notFoundError()
        const given = sent.safeParse(request.body)
        const match = submitMatch.body?.safeParse(given.success ? jsonIn(given.data.match) : undefined)
        const standing = match?.success
          ? await app.handIn(id, match.data)
          : refused(
              'The match must be JSON with projects, requirements and flows, as in the published solution.',
            )
        return say(submittedMatchPage(id, standing), request, reply)
      },
    )
  })
}
