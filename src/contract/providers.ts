import { z } from 'zod'
import { password } from './account.ts'
import { elsewhere, endpoint, none } from './endpoint.ts'
import { refusal } from './resource.ts'

const tag = 'Signing in elsewhere'

/** Why nothing came of signing in at a provider, as the address of the sign-in page says it. */
export const PROVIDER_PROBLEMS = ['unreachable', 'refused', 'no-account', 'known-address', 'closed'] as const
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number]

export const goToProvider = endpoint('GET /api/auth/provider/:id', {
  id: 'goToProvider',
  tag,
  summary: 'Leads to a provider, to sign in there (OpenID Connect, authorisation code with PKCE)',
  access: 'visitor',
  query: z.object({ redirect: z.string().max(2000).optional() }),
  answers: { 303: elsewhere },
})
export const returnFromProvider = endpoint('GET /api/auth/provider/:id/return', {
  id: 'returnFromProvider',
  tag,
  summary: 'Where a provider sends people back: begins a session, or leads to what comes next',
  access: 'visitor',
  query: z.looseObject({}),
  answers: { 303: elsewhere },
})
export const ownProviders = endpoint('GET /api/auth/providers', {
  id: 'ownProviders',
  tag,
  summary: 'The providers of the organisation of the reader, and whether the account is linked with each',
  access: 'account',
  answers: {
    200: z.array(
      z.object({ id: z.string(), name: z.string(), isLinked: z.boolean() }).meta({ id: 'OwnProvider' }),
    ),
  },
})
export const linkProvider = endpoint('POST /api/auth/provider/:id/link', {
  id: 'linkProvider',
  tag,
  summary: 'With the password, begins to link the account with a provider; the address to go on at',
  access: 'account',
  body: z.object({ password }),
  answers: { 200: z.object({ address: z.string() }), 409: refusal },
})
export const unlinkProvider = endpoint('DELETE /api/auth/provider/:id', {
  id: 'unlinkProvider',
  tag,
  summary: 'Ends the link of the account with a provider',
  access: 'account',
  answers: { 204: none, 409: refusal },
})
