import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Prefix of every key, so that secret scanners can recognise a leaked one. */
const KEY_MARK = 'cmk_'
const BYTES = 32

const checkOf = (bytes: Buffer): string => crc32(bytes).toString(16).padStart(8, '0')

/** Generates a key: prefix, 32 random bytes and a checksum, which lets scanners recognise a leaked key. */
export const generateApiKey = (): string => {
  const bytes = randomBytes(BYTES)
  return `${KEY_MARK}${bytes.toString('hex')}${checkOf(bytes)}`
}

const KEY = /^cmk_[0-9a-f]{72}$/
const KEY_SOMEWHERE = /cmk_[0-9a-f]{72}/

/** True if the text has the form and checksum of a key. Others are refused without a database query. */
export const isApiKeyFormat = (text: string): boolean => {
  if (!KEY.test(text)) return false
  const bytes = Buffer.from(text.slice(KEY_MARK.length, KEY_MARK.length + 2 * BYTES), 'hex')
  return text.endsWith(checkOf(bytes))
}

/** True if a text contains a key. */
export const containsApiKey = (text: string): boolean => KEY_SOMEWHERE.test(text)

/** The hash that is stored of a key. */
export const hashOfApiKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** The beginning of a key, for people to recognise it: too short to guess the rest. */
export const apiKeyPrefix = (key: string): string => key.slice(0, KEY_MARK.length + 8)
