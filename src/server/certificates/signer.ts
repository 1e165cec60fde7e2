import { execFile } from 'node:child_process'
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import type { KeyUse } from '../store/tables/log-tables.ts'

/**
 * Holds an Ed25519 key that signs for the market, and returns nothing but signatures. The built-in signer has the key
 * in memory; an external one uses a hardware security module (PKCS#11) or a key management service.
 */
export interface Ed25519Signer {
  /** The public key as PEM. */
  publicKey: string
  /** Returns the signature of these bytes, 64 bytes. Throws if the signer fails. */
  sign: (bytes: Uint8Array) => Promise<Uint8Array>
}

// The prefix of the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, section 7).
const BEFORE_KEY = Buffer.from('302e020100300506032b657004220420', 'hex')

const pemOf = (key: ReturnType<typeof createPublicKey>): string =>
  key.export({ format: 'pem', type: 'spki' }).toString()

/** Signs with a key of 32 bytes in memory. */
export const createInMemorySigner = (key: Buffer): Ed25519Signer => {
  const secret = createPrivateKey({ key: Buffer.concat([BEFORE_KEY, key]), format: 'der', type: 'pkcs8' })
  return { publicKey: pemOf(createPublicKey(secret)), sign: async bytes => sign(null, bytes, secret) }
}

const PATIENCE_MS = 10_000

const run = (command: string, args: readonly string[], input: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const child = execFile(
      command,
      args,
      { encoding: 'buffer', timeout: PATIENCE_MS },
      (error, stdout, stderr) => {
        if (!error) return resolve(stdout)
        const why = stderr.toString().trim() || error.message
        reject(new Error(`SIGNER_COMMAND failed at "${args.join(' ')}": ${why}`, { cause: error }))
      },
    )
    // A command that has exited without reading reports that by its exit code.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })

const publicKeyIn = (answer: Buffer): ReturnType<typeof createPublicKey> => {
  try {
    const key = createPublicKey(answer)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Reported under this block, as for a key of another kind.
  }
  throw new Error('SIGNER_COMMAND must answer "public-key" with an Ed25519 public key as PEM')
}

/**
 * Signs with an external program: `<command> public-key <use>` prints the public key as PEM, and `<command> sign
 * <use>` the signature, in base64, of the bytes on its standard input. Throws if it fails, takes longer than ten
 * seconds, or signs wrongly.
 */
export const createExternalSigner = async (command: string, use: KeyUse): Promise<Ed25519Signer> => {
  const key = publicKeyIn(await run(command, ['public-key', use], Buffer.alloc(0)))
  return {
    publicKey: pemOf(key),
    sign: async bytes => {
      const answer = await run(command, ['sign', use], bytes)
      const signature = Buffer.from(answer.toString(), 'base64')
      if (!verify(null, bytes, key, signature))
        throw new Error(`SIGNER_COMMAND gave a wrong signature with the key for ${use}`)
      return signature
    },
  }
}
