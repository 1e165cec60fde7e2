import { createCipheriv, createDecipheriv, randomBytes, scrypt, scryptSync } from 'node:crypto'
import { z } from 'zod'

// 128 MiB and about half a second for each guess of the passphrase.
const COST = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

const base64 = z.base64()

/** A key under a passphrase: scrypt of 2^17, 8, 1 makes the key of AES-256-GCM. */
export const wrappedKey = z.object({
  how: z.literal('scrypt-131072-8-1 aes-256-gcm'),
  salt: base64,
  iv: base64,
  tag: base64,
  hidden: base64,
})
type WrappedKey = z.infer<typeof wrappedKey>

const plain = (passphrase: string): string => passphrase.normalize('NFKC')

/** Off the main thread, which serves people meanwhile. */
const cipherKey = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(plain(passphrase), salt, 32, COST, (error, key) => (error ? reject(error) : resolve(key))),
  )

/** Wraps a key so that only who knows the passphrase has it. */
export const wrapKey = async (key: Buffer, passphrase: string): Promise<WrappedKey> => {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await cipherKey(passphrase, salt), iv)
  const hidden = Buffer.concat([cipher.update(key), cipher.final()])
  const said = { salt, iv, tag: cipher.getAuthTag(), hidden }
  return {
    how: 'scrypt-131072-8-1 aes-256-gcm',
    salt: said.salt.toString('base64'),
    iv: said.iv.toString('base64'),
    tag: said.tag.toString('base64'),
    hidden: said.hidden.toString('base64'),
  }
}

/** The key, or an error in plain words where the passphrase is another one. */
export const unwrapKey = (wrapped: WrappedKey, passphrase: string): Buffer => {
  const bytes = (text: string) => Buffer.from(text, 'base64')
  try {
    const key = scryptSync(plain(passphrase), bytes(wrapped.salt), 32, COST)
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(wrapped.iv), { authTagLength: 16 })
    decipher.setAuthTag(bytes(wrapped.tag))
    return Buffer.concat([decipher.update(bytes(wrapped.hidden)), decipher.final()])
  } catch {
    throw new Error('BACKUP_PASSPHRASE is not the one with which this backup was made')
  }
}
