import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** What follows from the key that the database does not know. */
export type Secrets = Readonly<{
  /** A token that only this installation can make of this purpose and id. */
  tokenOf: (purpose: string, id: string) => string
  /** Eight digits that only this installation can make of this id. */
  codeOf: (id: string) => string
  /** The fingerprint under which a secret word is kept. */
  hashOf: (purpose: string, word: string) => string
  encrypt: (text: string) => string
  decrypt: (text: string) => string
}>

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** The key of the environment, else the one in the data folder, which is made at the first start. */
const keyOf = ({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Buffer => {
  if (secretKey) return Buffer.from(secretKey, 'base64')
  const path = join(dataDir, 'secret.key')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(path, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from(readFileSync(path, 'utf8'), 'base64')
  if (key.length !== KEY_BYTES) throw new Error(`${path} does not hold a key of ${KEY_BYTES} bytes in base64`)
  return key
}

/** Opens the secrets of this installation. */
export const openSecrets = (config: Pick<Config, 'secretKey' | 'dataDir'>): Secrets => {
  const key = keyOf(config)
  // A key of its own for each use, so that nothing made for one can serve another.
  const partOf = (use: string) => createHmac('sha256', key).update(use).digest()
  const mark = (use: string, text: string) => createHmac('sha256', partOf(use)).update(text).digest()
  const cipherKey = partOf('encryption')
  return {
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
      return Buffer.concat([cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), cipher.final()]).toString(
        'utf8',
      )
    },
  }
}

/** Are these the same words? Takes as long whether they differ at the beginning or at the end. */
export const isSame = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
