import { createHash, createPublicKey } from 'node:crypto'
import { createInMemorySigner, type Ed25519Signer } from './signer.ts'

/** Signs what the market certifies, with a key whose public part anyone can verify with. */
export type CertificateSigner = Readonly<{
  /** SHA-256 of the public key as DER, in hexadecimal. */
  fingerprint: string
  /** The public key as PEM. */
  publicKey: string
  /** Ed25519 signature of the text as UTF-8, in base64. */
  sign: (text: string) => Promise<string>
}>

/** The seal of a signer. */
export const certificateSignerFrom = ({ publicKey, sign }: Ed25519Signer): CertificateSigner => ({
  fingerprint: createHash('sha256')
    .update(createPublicKey(publicKey).export({ format: 'der', type: 'spki' }))
    .digest('hex'),
  publicKey,
  sign: async text => Buffer.from(await sign(Buffer.from(text, 'utf8'))).toString('base64'),
})

/** The seal of a key of 32 bytes in memory. */
export const certificateSignerOfKey = (key: Buffer): CertificateSigner =>
  certificateSignerFrom(createInMemorySigner(key))
