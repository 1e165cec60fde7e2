import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** How a key begins, so that programs that look for leaked secrets can know one. */
const KEY_MARK = 'cmk_'
const BYTES = 32

const checkOf = (bytes: Buffer): string => crc32(bytes).toString(16).padStart(8, '0')

/** A new key: its mark, 32 bytes of chance, and their checksum, by which a key that has got about is told from other text. */
export const newKey = (): string => {
  const bytes = randomBytes(BYTES)
  return `${KEY_MARK}${bytes.toString('hex')}${checkOf(bytes)}`
}

const KEY = /^cmk_[0-9a-f]{72}$/
const KEY_SOMEWHERE = /cmk_[0-9a-f]{72}/

/** Is this written as a key is, checksum and all? What is not is refused without a look at the database. */
export const isKeyLike = (text: string): boolean => {
  if (!KEY.test(text)) return false
  const bytes = Buffer.from(text.slice(KEY_MARK.length, KEY_MARK.length + 2 * BYTES), 'hex')
  return text.endsWith(checkOf(bytes))
}

/** Does a key stand somewhere in this text? */
export const holdsKey = (text: string): boolean => KEY_SOMEWHERE.test(text)

/** The hash under which a key is kept. */
export const keyHashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

/** How a key begins, for people to tell it by: too little to guess the rest. */
export const beginningOf = (key: string): string => key.slice(0, KEY_MARK.length + 8)
