import { z } from 'zod'
import { password, recoveryCodes } from './account.ts'
import { endpoint, none } from './endpoint.ts'
import { refusal } from './resource.ts'
import { nameRule } from './rules.ts'
import { signedIn } from './sign-in.ts'
import { id, instant } from './values.ts'

const tag = 'Passkeys'
/** Said of what no browser would send. */
const malformed = 'This is no answer of a passkey'

/** Bytes as base64url, so many signs at most. */
const bytes = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(most)

const kind = z.literal('public-key')
const transports = z.array(z.string().max(30)).max(10)
const known = z.object({ id: z.string(), type: kind, transports }).meta({ id: 'KnownPasskey' })
const verified = z.literal('required')

/** What a passkey is asked for: to sign in with nothing else, as the step after the password, or once more before what cannot be taken back. */
export const PASSKEY_PURPOSES = ['sign-in', 'second-step', 'step-up'] as const

/** What a browser hands to `navigator.credentials.get`, as JSON (Web Authentication, level 3). */
export const requestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: verified,
    allowCredentials: z.array(known),
  })
  .meta({ id: 'PasskeyRequest' })
export type RequestOptions = z.infer<typeof requestOptions>

/** What a browser hands to `navigator.credentials.create`, as JSON. */
export const creationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: kind, alg: z.int() })),
    timeout: z.int(),
    attestation: z.literal('none'),
    authenticatorSelection: z.object({
      residentKey: verified,
      requireResidentKey: z.boolean(),
      userVerification: verified,
    }),
    excludeCredentials: z.array(known),
  })
  .meta({ id: 'PasskeyCreation' })
export type CreationOptions = z.infer<typeof creationOptions>

const credential = { id: bytes(1400), rawId: bytes(1400), type: kind }

/** What `navigator.credentials.get` answers, as JSON. */
export const assertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(8000),
      authenticatorData: bytes(8000),
      signature: bytes(4000),
      userHandle: bytes(200).optional(),
    }),
  })
  .meta({ id: 'PasskeyAnswer' })
export type Assertion = z.infer<typeof assertion>

/** What `navigator.credentials.create` answers, as JSON. */
export const attestation = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(8000),
      attestationObject: bytes(20_000),
      transports: transports.optional(),
    }),
  })
  .meta({ id: 'NewPasskey' })
export type Attestation = z.infer<typeof attestation>

/** A passkey as its owner sees it. */
export const passkeyItem = z
  .object({
    id,
    name: z.string(),
    createdAt: instant,
    lastUsedAt: instant.nullable(),
    isBlocked: z
      .boolean()
      .meta({ description: 'It was used as a copy of it would be, and opens nothing any more' }),
  })
  .meta({ id: 'PasskeyItem' })
export type PasskeyItem = z.infer<typeof passkeyItem>

export const readFactors = endpoint('GET /api/auth/factors', {
  id: 'readFactors',
  tag,
  summary: 'What the second step of sign-in may be done with',
  access: 'visitor',
  answers: { 200: z.object({ authenticator: z.boolean(), passkey: z.boolean() }), 401: refusal },
})
export const askPasskey = endpoint('POST /api/auth/passkey/options', {
  id: 'askPasskey',
  tag,
  summary: 'What a passkey must sign, once and within five minutes',
  access: 'visitor',
  writesLittle: true,
  body: z.object({ purpose: z.enum(PASSKEY_PURPOSES) }),
  answers: { 200: requestOptions, 401: refusal, 409: refusal },
})
export const signInWithPasskey = endpoint('POST /api/auth/passkey/sign-in', {
  id: 'signInWithPasskey',
  tag,
  summary: 'Signs in with a passkey in place of name, password and code',
  access: 'visitor',
  writesLittle: true,
  body: assertion,
  malformed,
  answers: signedIn,
})
export const checkPasskey = endpoint('POST /api/auth/passkey/check', {
  id: 'checkPasskey',
  tag,
  summary: 'The second step of sign-in, with a passkey',
  access: 'visitor',
  writesLittle: true,
  body: assertion,
  malformed,
  answers: signedIn,
})
export const stepUpWithPasskey = endpoint('POST /api/auth/passkey/step-up', {
  id: 'stepUpWithPasskey',
  tag,
  summary: 'Uses a passkey in place of a fresh code',
  access: 'account',
  body: assertion,
  malformed,
  answers: { 204: none },
})
export const ownPasskeys = endpoint('GET /api/auth/passkeys', {
  id: 'ownPasskeys',
  tag,
  summary: 'The passkeys of the reader',
  access: 'account',
  answers: { 200: z.array(passkeyItem) },
})
export const beginPasskey = endpoint('POST /api/auth/passkey/begin', {
  id: 'beginPasskey',
  tag,
  summary: 'Begins to add a passkey, with the password',
  access: 'account',
  body: z.object({ password }),
  answers: { 200: creationOptions, 409: refusal },
})
export const addPasskey = endpoint('POST /api/auth/passkey', {
  id: 'addPasskey',
  tag,
  summary: 'Adds a passkey; recovery codes come with the first second factor',
  access: 'account',
  body: z.object({ name: nameRule, credential: attestation }),
  answers: { 200: recoveryCodes, 409: refusal },
})
export const removePasskey = endpoint('DELETE /api/auth/passkey/:id', {
  id: 'removePasskey',
  tag,
  summary: 'Removes a passkey',
  access: 'account',
  answers: { 204: none, 409: refusal },
})
