import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '#contract/people/passkeys'

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url')

const PRESENT = 0x01
const VERIFIED = 0x04
const HOLDS_KEY = 0x40

/** The head of a CBOR value: its kind and size (RFC 8949, 3). */
const head = (kind: number, size: number): Buffer =>
  size < 24
    ? Buffer.from([(kind << 5) | size])
    : size < 256
      ? Buffer.from([(kind << 5) | 24, size])
      : Buffer.from([(kind << 5) | 25, size >> 8, size & 0xff])

type Cbor = number | string | Buffer | Map<number | string, Cbor>

const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

/** Errors that a test can request. */
export interface PasskeyErrors {
  origin?: string
  rpId?: string
  challenge?: string
  isVerified?: boolean
  counter?: number
  x5c?: boolean
}

/** A passkey as a device stores it, for this origin: ES256, without attestation (Web Authentication, level 3). */
export const createAuthenticator = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const state = { counter: 0, userHandle: '' }
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  const clientData = (type: string, challenge: string, crooked: PasskeyErrors): Buffer =>
    Buffer.from(
      JSON.stringify({ type, challenge: crooked.challenge ?? challenge, origin: crooked.origin ?? origin }),
    )
  const authData = (rpId: string, more: number, crooked: PasskeyErrors): Buffer => {
    state.counter = crooked.counter ?? state.counter + 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(state.counter)
    const flags = PRESENT | (crooked.isVerified === false ? 0 : VERIFIED) | more
    return Buffer.concat([sha256(crooked.rpId ?? rpId), Buffer.from([flags]), counter])
  }

  const create = (options: PasskeyCreationOptions, crooked: PasskeyErrors = {}): PasskeyAttestation => {
    state.userHandle = options.user.id
    const length = Buffer.from([0, id.length])
    const data = Buffer.concat([
      authData(options.rp.id, HOLDS_KEY, crooked),
      Buffer.alloc(16),
      length,
      id,
      cose,
    ])
    const statement = new Map<string, Cbor>(crooked.x5c ? [['x5c', Buffer.from('certificate')]] : [])
    const attestationObject = cbor(
      new Map<string, Cbor>([
        ['fmt', crooked.x5c ? 'packed' : 'none'],
        ['attStmt', statement],
        ['authData', data],
      ]),
    )
    return {
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientData('webauthn.create', options.challenge, crooked)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      },
    }
  }

  const get = (options: PasskeyRequestOptions, crooked: PasskeyErrors = {}): PasskeyAssertion => {
    const data = authData(options.rpId, 0, crooked)
    const said = clientData('webauthn.get', options.challenge, crooked)
    return {
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      response: {
        clientDataJSON: base64url(said),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(said)]), privateKey)),
        ...(state.userHandle && { userHandle: state.userHandle }),
      },
    }
  }
  return { create, get }
}
export type Authenticator = ReturnType<typeof createAuthenticator>
