import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as providers from '#contract/providers'
import { messageOf } from '#domain/narrow'
import { withWords } from '#contract/endpoint'
import type { Accounts } from '../auth/accounts.ts'
import { openProviderClient } from '../auth/provider-client.ts'
import { arrive, depart, departToLink, ownProvidersOf, providerOf, unlink } from '../auth/provider-sign-in.ts'
import { HttpError } from '../runner/refusals.ts'
import { serve } from './serve.ts'
import { clientInfoOf, nextStep, setTraveller, travellerOf } from './session.ts'

/** Signing in at a provider of one's organisation, and linking one's account with it. */
export const providerRoutes = (app: FastifyInstance, accounts: Accounts): void => {
  const { config } = accounts
  const client = openProviderClient(config)
  const { origin } = new URL(config.publicUrl)

  /** Only within this site. */
  const within = (asked: string | undefined): string => {
    if (asked === undefined || !URL.canParse(asked, origin)) return '/'
    const { origin: of, pathname, search } = new URL(asked, origin)
    return of === origin && !pathname.startsWith('//') ? `${pathname}${search}` : '/'
  }
  const tell = (reply: FastifyReply, page: string, provider: string, problem: providers.ProviderProblem) =>
    reply.redirect(withWords(page, { provider, problem }), 303)
  const log = (request: FastifyRequest, provider: string) => (error: unknown) =>
    request.log.warn({ provider, why: messageOf(error) }, 'A provider was not understood')

  serve(app, providers.goToProvider, async ({ params, query, request, reply }) => {
    const provider = providerOf(accounts, params.id)
    const journey = { target: within(query.redirect), linking: null }
    try {
      const { address, browser } = await depart(accounts, client, provider, journey)
      return await setTraveller(config, reply, browser).redirect(address, 303)
    } catch (error) {
      log(request, provider.id)(error)
      return tell(reply, '/login', provider.id, 'unreachable')
    }
  })
  serve(app, providers.returnFromProvider, async ({ params, session, request, reply }) => {
    const provider = providerOf(accounts, params.id)
    const arrived = await arrive(accounts, client, {
      provider,
      search: new URL(request.url, origin).search,
      browser: travellerOf(config, request),
      session,
      asker: clientInfoOf(config, request),
      log: log(request, provider.id),
    })
    setTraveller(config, reply, null)
    if ('problem' in arrived)
      return tell(reply, arrived.isLink ? '/profile' : '/login', provider.id, arrived.problem)
    const { target, result } = arrived
    const next = result && (await nextStep(accounts, request, reply, result))
    const challenge = next?.challenge
    return reply.redirect(challenge ? withWords('/login', { challenge, redirect: target }) : target, 303)
  })
  serve(app, providers.ownProviders, ({ session }) => ownProvidersOf(accounts, session))
  serve(app, providers.linkProvider, async ({ params, session, body, request, reply }) => {
    const provider = providerOf(accounts, params.id)
    const asker = clientInfoOf(config, request)
    const { password } = body
    try {
      const departure = await departToLink(accounts, client, { provider, session, password, asker })
      setTraveller(config, reply, departure.browser)
      return { address: departure.address }
    } catch (error) {
      if (error instanceof HttpError) throw error
      log(request, provider.id)(error)
      throw new HttpError(409, { error: `${provider.name} cannot be reached; try again later` })
    }
  })
  serve(app, providers.unlinkProvider, ({ params, session }) =>
    unlink(accounts, session, providerOf(accounts, params.id)),
  )
}
