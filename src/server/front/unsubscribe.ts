import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noticeOf } from '#actions/notices/index'
import { noUnsubscribePage, unsubscribedPage, unsubscribePage } from '#front/pages/unsubscribe'
import type { Secrets } from '../auth/secrets.ts'
import type { AppContext } from '../http/app-context.ts'
import { endLetters, unsubscribedBy } from '../mail/unsubscribe.ts'
import type { Front } from './front.ts'

type Asking = FastifyRequest<{ Params: { token: string } }>

const LONGEST_FORM = 1000
/** A person has a few dozen kinds of letters; programs that press for many people may come from one address. */
const A_FEW = { max: 300, timeWindow: 3_600_000 }

const whatOf = (kind: string): string => noticeOf(kind)?.title ?? 'The daily letter'

/**
 * Where letters end without signing in: a page that asks, and what its button and the one press of a mail program (RFC 8058)
 * send. Opening it ends nothing.
 */
export const unsubscribeRoutes = (
  app: FastifyInstance,
  { say }: Front,
  { runtime: { store }, secrets }: AppContext & { secrets: Secrets },
): void => {
  const path = '/unsubscribe/:token'
  const config = { isPage: true, rateLimit: A_FEW } as const
  const read = ({ params: { token } }: Asking) => unsubscribedBy(secrets, token)
  const unknown = (request: Asking, reply: FastifyReply) => say(noUnsubscribePage, request, reply.code(404))
  app.get(path, { config }, (request: Asking, reply) => {
    const found = read(request)
    return found
      ? say(unsubscribePage(whatOf(found.kind), request.url.split('?')[0] ?? ''), request, reply)
      : unknown(request, reply)
  })
  void app.register(async forms => {
    // What it says is nothing new: the address says all. Programs send it in either form.
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LONGEST_FORM }, (_request, _body, done) =>
      done(null, undefined),
    )
    forms.post(path, { config }, async (request: Asking, reply) => {
      const found = read(request)
      if (!found) return unknown(request, reply)
      await endLetters(store.db, found)
      return say(unsubscribedPage(whatOf(found.kind)), request, reply)
    })
  })
}
