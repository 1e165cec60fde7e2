import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findNotice } from '#actions/notices/index'
import { invalidUnsubscribePage, unsubscribedPage, unsubscribePage } from '#front/pages/unsubscribe'
import type { Secrets } from '../auth/secrets.ts'
import type { AppContext } from '../http/app-context.ts'
import { type Subscription, unsubscribe, readUnsubscribePath } from '../mail/unsubscribe.ts'
import type { PublicPageRenderer } from './front.ts'

type Asking = FastifyRequest<{ Params: { token: string } }>

const LONGEST_FORM = 1000
/** Limit by address: a person has a few dozen kinds of emails, but one mail program may unsubscribe many people. */
const A_FEW = { max: 300, timeWindow: 3_600_000 }

const stoppingOf = (subscription: Subscription): { title: string; hasInbox: boolean } => ({
  title: findNotice(subscription.kind)?.title ?? 'The daily email',
  hasInbox: 'userId' in subscription,
})

/**
 * Unsubscribing without a sign-in: a confirmation page, and the request of its button or of a mail program with one
 * click (RFC 8058). Opening the page changes nothing.
 */
export const unsubscribeRoutes = (
  app: FastifyInstance,
  { say }: PublicPageRenderer,
  { runtime: { store }, secrets }: AppContext & { secrets: Secrets },
): void => {
  const path = '/unsubscribe/:token'
  const config = { isPage: true, rateLimit: A_FEW } as const
  const read = ({ params: { token } }: Asking) => readUnsubscribePath(secrets, token)
  const unknown = (request: Asking, reply: FastifyReply) =>
    say(invalidUnsubscribePage, request, reply.code(404))
  app.get(path, { config }, (request: Asking, reply) => {
    const found = read(request)
    return found
      ? say(unsubscribePage(stoppingOf(found), request.url.split('?')[0] ?? ''), request, reply)
      : unknown(request, reply)
  })
  void app.register(async forms => {
    // The body is ignored: the address contains everything. Programs send it in either encoding.
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LONGEST_FORM }, (_request, _body, done) =>
      done(null, undefined),
    )
    forms.post(path, { config }, async (request: Asking, reply) => {
      const found = read(request)
      if (!found) return unknown(request, reply)
      await unsubscribe(store.db, found)
      return say(unsubscribedPage(stoppingOf(found)), request, reply)
    })
  })
}
