import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names of the files with the hashes of a release, the signature over them, and the key that checks it. */
const [SUMS, SIGNATURE, PUBLIC_KEY] = ['SHA256SUMS', 'SHA256SUMS.sig', 'release-key.pem']

/** Writes the SHA-256 of every file in a folder to `SHA256SUMS`, as `sha256sum --check` reads it, and returns it. */
export const writeSums = (folder: string): string => {
  const lines = readdirSync(folder)
    .toSorted()
    .map(name => {
      const sum = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')
      return `${sum}  ${name}\n`
    })
  const sums = lines.join('')
  writeFileSync(join(folder, SUMS), sums)
  return sums
}

/**
 * Signs `SHA256SUMS` of a folder with an Ed25519 key from a PEM file (PKCS #8), puts the public key next to it, and
 * returns the fingerprint of that: the SHA-256 of its DER form (SPKI), in hexadecimal digits.
 * Throws `Error` if the file has no such key.
 */
export const signSums = (folder: string, keyFile: string): string => {
  const key = createPrivateKey(readFileSync(keyFile))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${keyFile} has no Ed25519 key`)
  const publicKey = createPublicKey(key)
  writeFileSync(join(folder, SIGNATURE), sign(null, readFileSync(join(folder, SUMS)), key))
  writeFileSync(join(folder, PUBLIC_KEY), publicKey.export({ type: 'spki', format: 'pem' }))
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}
