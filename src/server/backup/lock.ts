import { Readable } from 'node:stream'
import { armor, Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { z } from 'zod'
import { unwrapKey, wrapKey, wrappedKey } from './wrapped-key.ts'

/** Who can open a backup once it is made: holders of age identities, or whoever knows the passphrase. */
export interface Keyholders {
  /** Public keys, `age1…`. */
  recipients: readonly string[]
  passphrase?: string | undefined
}

/** Key or passphrase with which somebody opens a backup. */
export interface Opener {
  /** Secret keys, `AGE-SECRET-KEY-1…`. */
  identities?: readonly string[]
  passphrase?: string | undefined
}

/** Every backup has an age identity of its own, which lies in it only in these locked forms. */
export const lock = z.object({
  recipient: z.string(),
  /** For the recipients: an armoured age file that holds the identity. */
  age: z.string().nullable(),
  /** The same under the passphrase. */
  wrapped: wrappedKey.nullable(),
})
export type BackupLock = z.infer<typeof lock>

const NO_KEYHOLDER =
  'A backup holds sealed offers and bids, so it is made encrypted only: set BACKUP_RECIPIENTS to public keys (npm run backup -- --new-key FILE makes one) or BACKUP_PASSPHRASE'

/** Makes an age identity: its secret and its public key. */
export const newIdentity = async (): Promise<{ identity: string; recipient: string }> => {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Makes the identity of one backup and locks it for its keyholders. Throws where there are none, or a public key is none. */
export const makeLock = async ({
  recipients,
  passphrase,
}: Keyholders): Promise<{ identity: string; lock: BackupLock }> => {
  if (recipients.length === 0 && passphrase === undefined) throw new Error(NO_KEYHOLDER)
  const { identity, recipient } = await newIdentity()
  const encrypter = new Encrypter()
  for (const one of recipients) encrypter.addRecipient(one)
  return {
    identity,
    lock: {
      recipient,
      age: recipients.length === 0 ? null : armor.encode(await encrypter.encrypt(identity)),
      wrapped: passphrase === undefined ? null : await wrapKey(Buffer.from(identity), passphrase),
    },
  }
}

const identityIn = (armoured: string, identity: string): Promise<string | undefined> => {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return decrypter.decrypt(armor.decode(armoured), 'text').catch(() => undefined)
}

/** The identity of a backup. Throws a sentence that says what is needed where the opener cannot open it. */
export const openLock = async (
  { recipient, age, wrapped }: BackupLock,
  { identities = [], passphrase }: Opener,
): Promise<string> => {
  for (const identity of identities) {
    if ((await identityToRecipient(identity)) === recipient) return identity
    const found = age === null ? undefined : await identityIn(age, identity)
    if (found !== undefined) return found
  }
  if (wrapped && passphrase !== undefined) return unwrapKey(wrapped, passphrase).toString()
  const ways = [
    ...(age === null ? [] : ['the file with the secret key of one of its recipients in BACKUP_IDENTITY']),
    ...(wrapped ? ['its passphrase in BACKUP_PASSPHRASE'] : []),
  ]
  throw new Error(`This backup is encrypted: name ${ways.join(', or ')}`)
}

/** The public key of an age identity. */
export const recipientOf = (identity: string): Promise<string> => identityToRecipient(identity)

type Through = (chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>

/** Encrypts what passes by for a public key, as an age file. */
export const encryptFor = (recipient: string): Through => {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return async function* (chunks) {
    yield* await encrypter.encrypt(Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>)
  }
}

/** Decrypts an age file that passes by, with whichever of the secret keys opens it. */
export const decryptWith = (identities: readonly string[]): Through => {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  return async function* (chunks) {
    yield* await decrypter.decrypt(Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>)
  }
}
