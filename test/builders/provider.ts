import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

const base64url = (value: string | Buffer): string => Buffer.from(value).toString('base64url')
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const others = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Provider errors that a test can request. */
interface Crooked {
  nonce?: string
  audience?: string
  issuer?: string
  isForged?: boolean
  secondsOld?: number
}

interface Claimed {
  sub: string
  [claim: string]: unknown
}

interface Approved {
  challenge: string
  redirectUri: string
  nonce: string
  claims: object
  crooked: Crooked
}

/**
 * A small OpenID Connect provider on this machine: its metadata, its keys, and codes for tokens, with PKCE and a client
 * secret.
 */
export const startProvider = async (clientId = 'market', secret = 'a secret of two') => {
  const codes = new Map<string, Approved>()
  /** The person already signed in at the provider when a browser arrives. */
  const atOnce: { claims: Claimed } = { claims: { sub: 'nobody' } }
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const issuer = issuerOf()
    if (request.url === '/.well-known/openid-configuration')
      return answer(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorise`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      })
    if (request.url?.startsWith('/authorise')) {
      const location = approve(`${issuer}${request.url}`, atOnce.claims)
      return response.writeHead(303, { location }).end()
    }
    if (request.url === '/keys')
      return answer(200, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
      })
    if (request.url !== '/token') return answer(404, {})
    const given = new URLSearchParams((await request.toArray()).join(''))
    const approved = codes.get(given.get('code') ?? '')
    codes.delete(given.get('code') ?? '')
    const isKnown =
      request.headers.authorization ===
      `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret).replaceAll('%20', '+')}`).toString('base64')}`
    const isProven =
      approved?.challenge ===
      createHash('sha256')
        .update(given.get('code_verifier') ?? '')
        .digest('base64url')
    if (!isKnown || !approved || !isProven || given.get('redirect_uri') !== approved.redirectUri)
      return answer(400, { error: 'invalid_grant' })
    return answer(200, { access_token: randomUUID(), token_type: 'Bearer', id_token: tokenOf(approved) })
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuerOf = (): string => {
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }
  const tokenOf = ({ nonce, claims, crooked }: Approved): string => {
    const now = Math.floor(Date.now() / 1000) - (crooked.secondsOld ?? 0)
    const said = [
      { alg: 'RS256', kid: 'one', typ: 'JWT' },
      {
        iss: crooked.issuer ?? issuerOf(),
        aud: crooked.audience ?? clientId,
        nonce: crooked.nonce ?? nonce,
        iat: now,
        exp: now + 300,
        ...claims,
      },
    ]
    const words = said.map(one => base64url(JSON.stringify(one))).join('.')
    const key = crooked.isForged ? others.privateKey : privateKey
    return `${words}.${base64url(sign('sha256', Buffer.from(words), key))}`
  }
  /** Signs a person in at the provider for this address; returns the address of the redirect back. */
  const approve = (address: string, claims: Claimed, crooked: Crooked = {}): string => {
    const asked = new URL(address).searchParams
    const [code, redirectUri] = [randomUUID(), asked.get('redirect_uri') ?? '']
    const [challenge, nonce] = [asked.get('code_challenge') ?? '', asked.get('nonce') ?? '']
    codes.set(code, { challenge, redirectUri, nonce, claims, crooked })
    const back = new URL(redirectUri)
    back.search = new URLSearchParams({
      code,
      state: asked.get('state') ?? '',
      session_state: 'x',
    }).toString()
    return back.href
  }
  const stop = () =>
    new Promise<void>(resolve => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { issuer: issuerOf(), clientId, secret, approve, atOnce, stop }
}
