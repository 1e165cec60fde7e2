import { isWellFormed } from '@credit-market/values/well-formed'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { emailRule, parseWith } from '#contract/people/rules'
import { landEstimateQuery, needEstimateQuery } from '#contract/public/estimates'
import { savedEstimateText } from '#domain/project/saved-estimate'
import {
  confirmEstimatePage,
  endEstimatePage,
  estimateConfirmedPage,
  estimateEndedPage,
  estimateSavedPage,
  invalidEstimateLinkPage,
} from '#front/pages/saved-estimates'
import type { PublicPage } from '#front/layout'
import { LAND_DESK_PAGE, NEED_DESK_PAGE } from '#contract/public/public-pages'
import type { Secrets } from '../auth/secrets.ts'
import { type AppContext, createViewContext } from '../http/app-context.ts'
import { type EstimateLinkPurpose, readEstimateLink } from '../saved-estimates/links.ts'
import {
  confirmEstimate,
  endEstimate,
  type EstimateToSave,
  readUnconfirmedEstimate,
  saveEstimate,
} from '../saved-estimates/save.ts'
import { estimateLand } from '../estimates/land.ts'
import { estimateNeed } from '../estimates/need.ts'
import { drawLandDesk, drawNeedDesk, joiningAddress } from './desks.ts'
import type { PublicPageRenderer } from './front.ts'

type Linked = FastifyRequest<{ Params: { token: string } }>
type Typed = Readonly<Record<string, string>>

const LONGEST_FORM = 5000
/** Limits for one address of the network in an hour: of saved estimates, and of links that are opened or used. */
const A_FEW = { max: 10, timeWindow: 3_600_000 }
const SOME = { max: 120, timeWindow: 3_600_000 }

const EMAIL_MISSING = 'Enter your email address, such as name@example.com'

/** A desk: its questions, what it estimates from the answers, and its page with a refused form. */
interface Desk {
  questions: z.ZodObject
  estimate: (answers: Typed) => Promise<EstimateToSave | undefined>
  draw: (answers: Typed, refused: { email: string; error: string }) => Promise<PublicPage>
}

/** Answers to the questions of a desk; those that are empty, or that the desk would refuse, are left out. */
const knownAnswers = ({ shape }: z.ZodObject, typed: Typed): Typed =>
  Object.fromEntries(
    Object.entries(typed).filter(
      ([name, value]) =>
        value.trim() !== '' &&
        isWellFormed(value) &&
        Object.hasOwn(shape, name) &&
        z.safeParse(shape[name], value).success,
    ),
  )

/** Saving estimates of the desks with an email address, and the links that confirm or end them. Opening a link changes nothing. */
export const savedEstimateRoutes = (
  app: FastifyInstance,
  { say, brandNow }: PublicPageRenderer,
  { runtime, config, secrets }: AppContext & { secrets: Secrets },
): void => {
  const refused = (request: FastifyRequest, reply: FastifyReply) =>
    say(invalidEstimateLinkPage, request, reply.code(404))
  const idIn = (request: Linked, purpose: EstimateLinkPurpose) =>
    readEstimateLink(secrets, purpose, request.params.token)
  const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? ''
  const linkConfig = { isPage: true, rateLimit: SOME } as const

  app.get('/desk/saved', { config: { isPage: true } }, (request, reply) =>
    say(estimateSavedPage, request, reply),
  )
  app.get('/desk/saved/confirm/:token', { config: linkConfig }, async (request: Linked, reply) => {
    const id = idIn(request, 'confirm')
    const estimate = id === undefined ? undefined : await readUnconfirmedEstimate(runtime, id)
    return estimate
      ? say(confirmEstimatePage(savedEstimateText(estimate), pathOf(request)), request, reply)
      : refused(request, reply)
  })
  app.get('/desk/saved/end/:token', { config: linkConfig }, async (request: Linked, reply) => {
    const id = idIn(request, 'end')
    const estimate = id === undefined ? undefined : await runtime.store.read.one('savedEstimate', id)
    return estimate ? say(endEstimatePage(pathOf(request)), request, reply) : refused(request, reply)
  })
  void app.register(async forms => {
    // The body is ignored: the address contains everything. Email programs send it in either encoding.
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LONGEST_FORM }, (_request, _body, done) =>
      done(null, undefined),
    )
    forms.post('/desk/saved/confirm/:token', { config: linkConfig }, async (request: Linked, reply) => {
      const id = idIn(request, 'confirm')
      if (id === undefined || !(await confirmEstimate(runtime, id))) return refused(request, reply)
      return say(estimateConfirmedPage(joiningAddress(config, await brandNow())), request, reply)
    })
    forms.post('/desk/saved/end/:token', { config: linkConfig }, async (request: Linked, reply) => {
      const id = idIn(request, 'end')
      if (id === undefined || !(await endEstimate(runtime, id))) return refused(request, reply)
      return say(estimateEndedPage, request, reply)
    })
  })
  void app.register(async forms => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const saveConfig = { isPage: true, rateLimit: A_FEW } as const
    /** Saves what a desk estimates from the answers, or answers with the page and its errors. */
    const save = async (request: FastifyRequest, reply: FastifyReply, desk: Desk): Promise<FastifyReply> => {
      const { email = '', ...typed } = (request.body ?? {}) as Typed
      const answers = knownAnswers(desk.questions, typed)
      const address = parseWith(emailRule, email.trim())
      const toSave = await desk.estimate(answers)
      if (!address.success || !toSave)
        return say(await desk.draw(answers, { email, error: EMAIL_MISSING }), request, reply.code(422))
      await saveEstimate(runtime, address.data, toSave)
      return reply.redirect('/desk/saved', 303)
    }
    const source = async () => ({ from: runtime, joinAt: joiningAddress(config, await brandNow()) })
    forms.post(LAND_DESK_PAGE, { config: saveConfig }, (request, reply) =>
      save(request, reply, {
        questions: landEstimateQuery,
        estimate: async answers => {
          const answer = await estimateLand(landEstimateQuery.parse(answers), createViewContext(runtime))
          return 'estimate' in answer ? { desk: 'land', estimate: answer.estimate, answers } : undefined
        },
        draw: async (answers, refusedSave) =>
          drawLandDesk(landEstimateQuery.parse(answers), await source(), refusedSave),
      }),
    )
    forms.post(NEED_DESK_PAGE, { config: saveConfig }, (request, reply) =>
      save(request, reply, {
        questions: needEstimateQuery,
        estimate: async answers => {
          const answer = await estimateNeed(needEstimateQuery.parse(answers), createViewContext(runtime))
          return 'estimate' in answer ? { desk: 'need', estimate: answer.estimate, answers } : undefined
        },
        draw: async (answers, refusedSave) =>
          drawNeedDesk(needEstimateQuery.parse(answers), await source(), { save: refusedSave }),
      }),
    )
  })
}
