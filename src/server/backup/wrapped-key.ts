import { createCipheriv, createDecipheriv, randomBytes, scrypt, scryptSync } from 'node:crypto'
import { z } from 'zod'

// 128 MiB and about half a second for each guess of the passphrase.
const COST = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

const base64 = z.base64()

/** A key under a passphrase: scrypt with N = 2^17, r = 8, p = 1 derives the key of AES-256-GCM. */
export const wrappedKeySchema = z.object({
  how: z.literal('scrypt-131072-8-1 aes-256-gcm'),
  salt: base64,
  iv: base64,
  tag: base64,
  hidden: base64,
})
type WrappedKey = z.infer<typeof wrappedKeySchema>

const plain = (passphrase: string): string => passphrase.normalize('NFKC')

/** Runs off the main thread, which serves requests in the meantime. */
const cipherKey = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(plain(passphrase), salt, 32, COST, (error, key) => (error ? reject(error) : resolve(key))),
  )

/** Wraps a key under a passphrase. */
export const encryptKeyWithPassphrase = async (key: Buffer, passphrase: string): Promise<WrappedKey> => {
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

/** Unwraps the key; throws an error in plain words if the passphrase is wrong. */
export const decryptKeyWithPassphrase = (wrapped: WrappedKey, passphrase: string): Buffer => {
  const bytes = (text: string) => Buffer.from(text, 'base64')
  try {
    const key = scryptSync(plain(passphrase), bytes(wrapped.salt), 32, COST)
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(wrapped.iv), { authTagLength: 16 })
    decipher.setAuthTag(bytes(wrapped.tag))
    return Buffer.concat([decipher.update(bytes(wrapped.hidden)), decipher.final()])
  } catch {
    throw new Error('BACKUP_PASSPHRASE is not the passphrase of this backup')
  }
}
