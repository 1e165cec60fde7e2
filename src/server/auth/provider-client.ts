import * as oidc from 'openid-client'
import type { Config } from '../config.ts'
import type { Provider } from '../providers.ts'

const TIMEOUT_SECONDS = 10
/** What a provider says of itself is asked for anew after an hour. */
const KNOWN_FOR_MS = 60 * 60_000
/** One that could not be reached is asked again after some seconds, however many people wait. */
const ASKED_AGAIN_MS = 5000

/** What is kept between going to a provider and coming back. */
export interface Journey {
  state: string
  nonce: string
  verifier: string
}

/** What a provider says of somebody, in an id token whose signature, issuer, audience, time and nonce are right. */
export type Claims = Readonly<oidc.IDToken>

/** Talks to providers: where to send somebody, and what came back. */
export interface ProviderClient {
  /** The address at the provider to go to; throws if the provider cannot be reached. */
  addressFor: (provider: Provider) => Promise<{ address: string; journey: Journey }>
  /** Who came back; throws if anything about it is wrong. */
  claimsFrom: (provider: Provider, search: string, journey: Journey) => Promise<Claims>
}

const askFor = (issuer: string) =>
  new URL(issuer).protocol === 'http:'
    ? [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks]
    : [oidc.enableNonRepudiationChecks]

/** Opens what talks to providers, each known from its own description (OpenID Connect Discovery). */
export const openProviderClient = ({ publicUrl }: Pick<Config, 'publicUrl'>): ProviderClient => {
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
  const returnTo = ({ id }: Provider): string => `${publicUrl}/api/auth/provider/${id}/return`
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
      if (!claims) throw new Error('The provider sent no id token')
      return claims
    },
  }
}
