import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Seal, sealOf } from '../certificates/seal.ts'
import type { Config } from '../config.ts'
import { HttpError } from '../runner/refusals.ts'
import { keyIn, keyPath, makeKeyIn } from './key-file.ts'

/** What follows from the key that the database does not know. */
export type Secrets = Readonly<{
  /** By which the key can be known again, and nothing more. */
  fingerprint: string
  /** A token that only this installation can make of this purpose and id. */
  tokenOf: (purpose: string, id: string) => string
  /** Eight digits that only this installation can make of this id. */
  codeOf: (id: string) => string
  /** The fingerprint under which a secret word is kept. */
  hashOf: (purpose: string, word: string) => string
  encrypt: (text: string) => string
  /** Throws `HttpError` 503 where it was encrypted with another key. */
  decrypt: (text: string) => string
  /** Signs certificates. Its key follows from this one; the public keys of earlier ones are kept (decision 0084). */
  seal: Seal
  /** Signs the checkpoints of the log, with a key that is kept in the same way. */
  logSeal: Seal
}>

const IV_BYTES = 12
const TAG_BYTES = 16

/** The key of the environment, else the one in the data folder, which is made at the first start. */
export const openSecrets = ({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Secrets => {
  if (secretKey) return secretsOf(Buffer.from(secretKey, 'base64'))
  makeKeyIn(keyPath(dataDir))
  return secretsOf(keyIn(keyPath(dataDir)))
}

/** While a key takes the place of another, a server may still have the old one: somebody else can do it soon. */
export const keyHasChanged = () =>
  new HttpError(503, { error: 'The key of the market is being changed; try again in a moment' }, 10)

/** What follows from a key of 32 bytes. */
export const secretsOf = (key: Buffer): Secrets => {
  // A key of its own for each use, so that nothing made for one can serve another.
  const partOf = (use: string) => createHmac('sha256', key).update(use).digest()
  const mark = (use: string, text: string) => createHmac('sha256', partOf(use)).update(text).digest()
  const cipherKey = partOf('encryption')
  return {
    fingerprint: partOf('fingerprint').toString('hex'),
    seal: sealOf(partOf('certificates')),
    logSeal: sealOf(partOf('checkpoints')),
    tokenOf: (purpose, id) => mark(`token ${purpose}`, id).toString('base64url'),
    codeOf: id => String(mark('code', id).readUIntBE(0, 6) % 1e8).padStart(8, '0'),
    hashOf: (purpose, word) => mark(`hash ${purpose}`, word).toString('hex'),
    encrypt: text => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', cipherKey, iv)
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64')
    },
    decrypt: text => {
      const bytes = Buffer.from(text, 'base64')
      const cipher = createDecipheriv('aes-256-gcm', cipherKey, bytes.subarray(0, IV_BYTES))
      cipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      const hidden = cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([hidden, cipher.final()]).toString('utf8')
      } catch {
        throw keyHasChanged()
      }
    },
  }
}

/** Are these the same words? Takes as long whether they differ at the beginning or at the end. */
export const isSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
