import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as providers from '#contract/people/providers'
import { listSignInProviders, testSignInProvider } from '#contract/system/sign-in-providers'
import { errorMessageOf } from '#domain/values/narrow'
import { withQuery } from '#contract/kit/endpoint'
import type { AccountContext } from '../auth/accounts.ts'
import { openProviderClient, redirectAddressOf } from '../auth/provider-client.ts'
import {
  readProviderOutcomes,
  recordProviderFailure,
  recordProviderSuccess,
} from '../auth/provider-outcomes.ts'
import { findOrganisationOfProvider } from '../auth/provider-people.ts'
import {
  handleProviderReturn,
  redirectToProvider,
  redirectToLinkProvider,
  listOwnProviders,
  requireProvider,
  unlinkProvider,
} from '../auth/provider-sign-in.ts'
import { checkProvider } from '../doctor/services.ts'
import { HttpError } from '../runner/refusals.ts'
import { mountEndpoint } from '../http/serve.ts'
import {
  clientInfoOfRequest,
  sendSignInStep,
  setProviderReturnCookie,
  providerReturnTokenOfRequest,
} from '../http/session.ts'

/** Routes to sign in through the identity provider of an organisation, and to link an account with it. */
export const providerRoutes = (app: FastifyInstance, accounts: AccountContext): void => {
  const { config } = accounts
  const client = openProviderClient(config)
  const { now, store } = accounts.runtime
  const fail = (id: string, problem: providers.ProviderProblem): Promise<void> =>
    recordProviderFailure(store.db, id, { at: now(), problem })
  const { origin } = new URL(config.publicUrl)

  /** Only addresses within this site, which prevents open redirects. */
  const within = (asked: string | undefined): string => {
    if (asked === undefined || !URL.canParse(asked, origin)) return '/'
    const { origin: of, pathname, search } = new URL(asked, origin)
    return of === origin && !pathname.startsWith('//') ? `${pathname}${search}` : '/'
  }
  const showProblem = (
    reply: FastifyReply,
    page: string,
    provider: string,
    problem: providers.ProviderProblem,
  ) => reply.redirect(withQuery(page, { provider, problem }), 303)
  const log = (request: FastifyRequest, provider: string) => (error: unknown) =>
    request.log.warn(
      { provider, why: errorMessageOf(error) },
      'The answer of an identity provider was not understood',
    )

  mountEndpoint(app, providers.redirectToSignInProvider, async ({ params, query, request, reply }) => {
    const provider = requireProvider(accounts, params.id)
    const journey = { target: within(query.redirect), linking: null }
    try {
      const { address, browser } = await redirectToProvider(accounts, client, provider, journey)
      return await setProviderReturnCookie(config, reply, browser).redirect(address, 303)
    } catch (error) {
      log(request, provider.id)(error)
      await fail(provider.id, 'unreachable')
      return showProblem(reply, '/login', provider.id, 'unreachable')
    }
  })
  mountEndpoint(app, providers.returnFromProvider, async ({ params, session, request, reply }) => {
    const provider = requireProvider(accounts, params.id)
    const arrived = await handleProviderReturn(accounts, client, {
      provider,
      search: new URL(request.url, origin).search,
      browser: providerReturnTokenOfRequest(config, request),
      session,
      asker: clientInfoOfRequest(config, request),
      log: log(request, provider.id),
    })
    setProviderReturnCookie(config, reply, null)
    if ('problem' in arrived) {
      const { problem, isLink, isOwnJourney } = arrived
      if (isOwnJourney) await fail(provider.id, problem)
      return showProblem(reply, isLink ? '/profile' : '/login', provider.id, problem)
    }
    await recordProviderSuccess(store.db, provider.id, now())
    const { target, result } = arrived
    const next = result && (await sendSignInStep(accounts, request, reply, result))
    const challenge = next?.challenge
    return reply.redirect(challenge ? withQuery('/login', { challenge, redirect: target }) : target, 303)
  })
  mountEndpoint(app, providers.listOwnProviders, ({ session }) => listOwnProviders(accounts, session))
  mountEndpoint(app, providers.linkSignInProvider, async ({ params, session, body, request, reply }) => {
    const provider = requireProvider(accounts, params.id)
    const asker = clientInfoOfRequest(config, request)
    const { password } = body
    try {
      const departure = await redirectToLinkProvider(accounts, client, { provider, session, password, asker })
      setProviderReturnCookie(config, reply, departure.browser)
      return { address: departure.address }
    } catch (error) {
      if (error instanceof HttpError) throw error
      log(request, provider.id)(error)
      await fail(provider.id, 'unreachable')
      throw new HttpError(409, { error: `${provider.name} cannot be reached; try again later` })
    }
  })
  mountEndpoint(app, listSignInProviders, async () => ({
    items: await Promise.all(
      config.providers.map(async provider => {
        const { id, name, issuer } = provider
        const home = await findOrganisationOfProvider(store.db, provider)
        const organisation = home ? await store.read.one('organisation', home.id) : undefined
        return {
          ...{ id, name, issuer, redirectAddress: redirectAddressOf(provider, config.publicUrl) },
          organisation: organisation ? { id: organisation.id, name: organisation.name } : null,
          ...(await readProviderOutcomes(store.db, id)),
        }
      }),
    ),
  }))
  mountEndpoint(app, testSignInProvider, async ({ params }) => {
    const { outcome, text } = await checkProvider(requireProvider(accounts, params.id))
    return { isReachable: outcome === 'fine', message: text }
  })
  mountEndpoint(app, providers.unlinkProvider, ({ params, session }) =>
    unlinkProvider(accounts, session, requireProvider(accounts, params.id)),
  )
}
