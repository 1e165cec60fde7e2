import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** Signs what the market certifies, with a key that everybody can check by. */
export type Seal = Readonly<{
  /** SHA-256 of the public key as DER, in hexadecimal. */
  fingerprint: string
  /** The public key as PEM. */
  publicKey: string
  /** Ed25519 over the text as UTF-8, in base64. */
  sign: (text: string) => string
}>

// What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, section 7).
const BEFORE_KEY = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The seal of a key of 32 bytes. */
export const sealOf = (key: Buffer): Seal => {
  const secret = createPrivateKey({
    key: Buffer.concat([BEFORE_KEY, key]),
    format: 'der',
    type: 'pkcs8',
  })
  const open = createPublicKey(secret)
  return {
    fingerprint: createHash('sha256')
      .update(open.export({ format: 'der', type: 'spki' }))
      .digest('hex'),
    publicKey: open.export({ format: 'pem', type: 'spki' }).toString(),
    sign: text => sign(null, Buffer.from(text, 'utf8'), secret).toString('base64'),
  }
}
