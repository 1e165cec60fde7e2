import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type CertificateSigner, certificateSignerOfKey } from '../certificates/seal.ts'
import type { ServerConfig } from '../process/config.ts'
import { HttpError } from '../runner/refusals.ts'
import { readKeyFile, keyFilePath, writeKeyFile } from './key-file.ts'

/** Functions derived from the key, which the database does not contain. */
export type Secrets = Readonly<{
  /** Identifies the key without revealing anything else. */
  fingerprint: string
  /** A token for this purpose and id that only this installation can make. */
  tokenOf: (purpose: string, id: string) => string
  /** Eight digits for this id that only this installation can make. */
  codeOf: (id: string) => string
  /** The hash under which a secret is stored. */
  hashOf: (purpose: string, word: string) => string
  encrypt: (text: string) => string
  /** Throws `HttpError` 503 if the text was encrypted with another key. */
  decrypt: (text: string) => string
  /**
   * Signs certificates. Its key is derived from this one; public keys of earlier ones stay stored (decision 0084).
   */
  seal: CertificateSigner
  /** Signs the checkpoints of the log; its public keys are stored in the same way. */
  logSeal: CertificateSigner
}>

const IV_BYTES = 12
const TAG_BYTES = 16

/** Secrets of the key in the environment, else of the key in the data folder, which the first start creates. */
export const openSecrets = ({ secretKey, dataDir }: Pick<ServerConfig, 'secretKey' | 'dataDir'>): Secrets => {
  if (secretKey) return deriveSecrets(Buffer.from(secretKey, 'base64'))
  writeKeyFile(keyFilePath(dataDir))
  return deriveSecrets(readKeyFile(keyFilePath(dataDir)))
}

/** During a key rotation a server may still have the old key; another server answers soon. */
export const findKeyRotationRefusal = () =>
  new HttpError(503, { error: 'The market’s key is being changed; try again in a moment' }, 10)

/** Derives everything from a key of 32 bytes. */
export const deriveSecrets = (key: Buffer): Secrets => {
  // A separate key for each use, so that a value made for one use cannot serve another.
  const partOf = (use: string) => createHmac('sha256', key).update(use).digest()
  const mark = (use: string, text: string) => createHmac('sha256', partOf(use)).update(text).digest()
  const cipherKey = partOf('encryption')
  return {
    fingerprint: partOf('fingerprint').toString('hex'),
    seal: certificateSignerOfKey(partOf('certificates')),
    logSeal: certificateSignerOfKey(partOf('checkpoints')),
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
        throw findKeyRotationRefusal()
      }
    },
  }
}

/** Compares two texts in constant time. */
export const isEqualInConstantTime = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
