import * as oidc from 'openid-client'
import type { ServerConfig } from '../process/config.ts'
import type { Provider } from '../process/providers.ts'

const TIMEOUT_SECONDS = 10
/** Time for which a provider's metadata is cached. */
const KNOWN_FOR_MS = 60 * 60_000
/** An unreachable provider is tried again after this time, however many people wait. */
const ASKED_AGAIN_MS = 5000

/** State that is stored between leaving for a provider and coming back. */
export interface ProviderSignInState {
  state: string
  nonce: string
  verifier: string
}

/** Claims of an id token whose signature, issuer, audience, time and nonce have been verified. */
export type VerifiedClaims = Readonly<oidc.IDToken>

/** Client of identity providers: the address to redirect to, and the claims that come back. */
export interface ProviderClient {
  /** The authorisation address at the provider; throws if the provider cannot be reached. */
  addressFor: (provider: Provider) => Promise<{ address: string; journey: ProviderSignInState }>
  /** The claims of the person who came back; throws if anything is wrong. */
  claimsFrom: (provider: Provider, search: string, journey: ProviderSignInState) => Promise<VerifiedClaims>
}

/** Address to which a provider sends people back. */
export const redirectAddressOf = ({ id }: Pick<Provider, 'id'>, publicUrl: string): string =>
  `${publicUrl}/api/auth/provider/${id}/return`

const askFor = (issuer: string) =>
  new URL(issuer).protocol === 'http:'
    ? [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks]
    : [oidc.enableNonRepudiationChecks]

/** Opens the client; providers are configured by their own metadata (OpenID Connect Discovery). */
export const openProviderClient = ({ publicUrl }: Pick<ServerConfig, 'publicUrl'>): ProviderClient => {
  const known = new Map<string, { since: number; connection: Promise<oidc.Configuration> }>()
  const connect = (provider: Provider): Promise<oidc.Configuration> => {
    const before = known.get(provider.id)
    if (before && performance.now() - before.since < KNOWN_FOR_MS) return before.connection
    const connection = oidc.discovery(
      new URL(provider.issuer),
      provider.clientId,
      undefined,
      oidc.ClientSecretBasic(provider.clientSecret),
      { execute: askFor(provider.issuer), timeout: TIMEOUT_SECONDS },
    )
    const entry = { since: performance.now(), connection }
    known.set(provider.id, entry)
    connection.catch(() => {
      entry.since = performance.now() - KNOWN_FOR_MS + ASKED_AGAIN_MS
    })
    return connection
  }
  const returnTo = (provider: Provider): string => redirectAddressOf(provider, publicUrl)
  return {
    addressFor: async provider => {
      const connection = await connect(provider)
      const journey = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      const address = oidc.buildAuthorizationUrl(connection, {
        redirect_uri: returnTo(provider),
        scope: 'openid email profile',
        state: journey.state,
        nonce: journey.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(journey.verifier),
        code_challenge_method: 'S256',
      })
      return { address: address.href, journey }
    },
    claimsFrom: async (provider, search, { state, nonce, verifier }) => {
      const tokens = await oidc.authorizationCodeGrant(
        await connect(provider),
        new URL(`${returnTo(provider)}${search}`),
        { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
      )
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider sent no ID token')
      return claims
    },
  }
}
