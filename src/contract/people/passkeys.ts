import { z } from 'zod'
import { password, recoveryCodes } from './account.ts'
import { endpoint, noContentResponse } from '../kit/endpoint.ts'
import { refusal } from '../kit/resource.ts'
import { nameRule } from './rules.ts'
import { signInResult } from './sign-in.ts'
import { id, instant } from '../kit/values.ts'

const tag = 'Passkeys'
/** Message for data that no browser would send. */
const malformed = 'This is not the response of a passkey'

/** Bytes as base64url, with a maximum number of characters. */
const bytes = (most: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(most)

const kind = z.literal('public-key')
const transports = z.array(z.string().max(30)).max(10)
const known = z.object({ id: z.string(), type: kind, transports }).meta({ id: 'KnownPasskey' })
const verified = z.literal('required')

/** Purposes of a passkey: to sign in alone, as the step after the password, or again before an irreversible act. */
export const PASSKEY_PURPOSES = ['sign-in', 'second-step', 'step-up'] as const

/** Argument of `navigator.credentials.get`, as JSON (Web Authentication, level 3). */
export const passkeyRequestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: verified,
    allowCredentials: z.array(known),
  })
  .meta({ id: 'PasskeyRequest' })
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptions>

/** Argument of `navigator.credentials.create`, as JSON. */
export const passkeyCreationOptions = z
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
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptions>

const credential = { id: bytes(1400), rawId: bytes(1400), type: kind }

/** Result of `navigator.credentials.get`, as JSON. */
export const passkeyAssertion = z
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
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

/** Result of `navigator.credentials.create`, as JSON. */
export const passkeyAttestation = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(8000),
      attestationObject: bytes(20_000),
      transports: transports.optional(),
    }),
  })
  .meta({ id: 'NewPasskey' })
export type PasskeyAttestation = z.infer<typeof passkeyAttestation>

/** A passkey, for its owner. */
export const passkeyItem = z
  .object({
    id,
    name: z.string(),
    createdAt: instant,
    lastUsedAt: instant.nullable(),
    isBlocked: z
      .boolean()
      .meta({ description: 'True if it was blocked because it seems to have been copied' }),
  })
  .meta({ id: 'PasskeyItem' })
export type PasskeyItem = z.infer<typeof passkeyItem>

export const readFactors = endpoint('GET /api/auth/factors', {
  id: 'readFactors',
  tag,
  summary: 'Methods for the second step of sign-in',
  access: 'visitor',
  answers: { 200: z.object({ authenticator: z.boolean(), passkey: z.boolean() }), 401: refusal },
})
export const requestPasskeyChallenge = endpoint('POST /api/auth/passkey/options', {
  id: 'askPasskey',
  tag,
  summary: 'Creates a challenge for a passkey, valid once and for five minutes',
  access: 'visitor',
  writesLittle: true,
  body: z.object({ purpose: z.enum(PASSKEY_PURPOSES) }),
  answers: { 200: passkeyRequestOptions, 401: refusal, 409: refusal },
})
export const signInWithPasskey = endpoint('POST /api/auth/passkey/sign-in', {
  id: 'signInWithPasskey',
  tag,
  summary: 'Signs in with a passkey instead of user name, password and code',
  access: 'visitor',
  writesLittle: true,
  body: passkeyAssertion,
  malformed,
  answers: signInResult,
})
export const checkPasskey = endpoint('POST /api/auth/passkey/check', {
  id: 'checkPasskey',
  tag,
  summary: 'Completes the second step of sign-in with a passkey',
  access: 'visitor',
  writesLittle: true,
  body: passkeyAssertion,
  malformed,
  answers: signInResult,
})
export const stepUpWithPasskey = endpoint('POST /api/auth/passkey/step-up', {
  id: 'stepUpWithPasskey',
  tag,
  summary: 'Confirms your identity with a passkey instead of a fresh code',
  access: 'account',
  body: passkeyAssertion,
  malformed,
  answers: { 204: noContentResponse },
})
export const listOwnPasskeys = endpoint('GET /api/auth/passkeys', {
  id: 'ownPasskeys',
  tag,
  summary: 'Your passkeys',
  access: 'account',
  answers: { 200: z.array(passkeyItem) },
})
export const startAddingPasskey = endpoint('POST /api/auth/passkey/begin', {
  id: 'beginPasskey',
  tag,
  summary: 'Starts to add a passkey; needs your password',
  access: 'account',
  body: z.object({ password }),
  answers: { 200: passkeyCreationOptions, 409: refusal },
})
export const addPasskey = endpoint('POST /api/auth/passkey', {
  id: 'addPasskey',
  tag,
  summary: 'Adds a passkey. If it is your first second factor, the answer contains recovery codes',
  access: 'account',
  body: z.object({ name: nameRule, credential: passkeyAttestation }),
  answers: { 200: recoveryCodes, 409: refusal },
})
export const removePasskey = endpoint('DELETE /api/auth/passkey/:id', {
  id: 'removePasskey',
  tag,
  summary: 'Deletes a passkey',
  access: 'account',
  answers: { 204: noContentResponse, 409: refusal },
})
