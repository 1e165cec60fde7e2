import { createHash, createPublicKey } from 'node:crypto'
import { builtInSigner, type Signer } from './signer.ts'

/** Signs what the market certifies, with a key that everybody can check by. */
export type Seal = Readonly<{
  /** SHA-256 of the public key as DER, in hexadecimal. */
  fingerprint: string
  /** The public key as PEM. */
  publicKey: string
  /** Ed25519 over the text as UTF-8, in base64. */
  sign: (text: string) => Promise<string>
}>

/** The seal of whoever holds a key. */
export const sealBy = ({ publicKey, sign }: Signer): Seal => ({
  fingerprint: createHash('sha256')
    .update(createPublicKey(publicKey).export({ format: 'der', type: 'spki' }))
    .digest('hex'),
  publicKey,
  sign: async text => Buffer.from(await sign(Buffer.from(text, 'utf8'))).toString('base64'),
})

/** The seal of a key of 32 bytes that this program holds. */
export const sealOf = (key: Buffer): Seal => sealBy(builtInSigner(key))
