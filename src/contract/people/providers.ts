import { z } from 'zod'
import { password } from './account.ts'
import { redirectResponse, endpoint, noContentResponse } from '../kit/endpoint.ts'
import { refusal } from '../kit/resource.ts'

const tag = 'Single sign-on'

/** Reasons for a failed sign-in at a provider, as in the address of the sign-in page. */
export const PROVIDER_PROBLEMS = ['unreachable', 'refused', 'no-account', 'known-address', 'closed'] as const
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number]

export const redirectToSignInProvider = endpoint('GET /api/auth/provider/:id', {
  id: 'goToProvider',
  tag,
  summary: 'Redirects to a provider for sign-in (OpenID Connect, authorisation code with PKCE)',
  access: 'visitor',
  query: z.object({ redirect: z.string().max(2000).optional() }),
  answers: { 303: redirectResponse },
})
export const returnFromProvider = endpoint('GET /api/auth/provider/:id/return', {
  id: 'returnFromProvider',
  tag,
  summary: 'Return address for providers: starts a session, or redirects to the next step',
  access: 'visitor',
  query: z.looseObject({}),
  answers: { 303: redirectResponse },
})
export const listOwnProviders = endpoint('GET /api/auth/providers', {
  id: 'ownProviders',
  tag,
  summary: 'Sign-in providers of your organisation, with the state of your link to each',
  access: 'account',
  answers: {
    200: z.array(
      z.object({ id: z.string(), name: z.string(), isLinked: z.boolean() }).meta({ id: 'OwnProvider' }),
    ),
  },
})
export const linkSignInProvider = endpoint('POST /api/auth/provider/:id/link', {
  id: 'linkProvider',
  tag,
  summary:
    'Starts to link your account to a provider, with your password; returns the address to continue at',
  access: 'account',
  body: z.object({ password }),
  answers: { 200: z.object({ address: z.string() }), 409: refusal },
})
export const unlinkProvider = endpoint('DELETE /api/auth/provider/:id', {
  id: 'unlinkProvider',
  tag,
  summary: 'Removes the link between your account and a provider',
  access: 'account',
  answers: { 204: noContentResponse, 409: refusal },
})
