import { Readable } from 'node:stream'
import { armor, Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { z } from 'zod'
import { decryptKeyWithPassphrase, encryptKeyWithPassphrase, wrappedKeySchema } from './wrapped-key.ts'

/** People who can open a backup: holders of age identities, or those who know the passphrase. */
export interface BackupKeyholders {
  /** Public keys, `age1…`. */
  recipients: readonly string[]
  passphrase?: string | undefined
}

/** Keys or a passphrase that open a backup. */
export interface BackupKeys {
  /** Secret keys, `AGE-SECRET-KEY-1…`. */
  identities?: readonly string[]
  passphrase?: string | undefined
}

/** Every backup has an age identity of its own, which it contains only in these locked forms. */
export const backupLockSchema = z.object({
  recipient: z.string(),
  /** For the recipients: an armoured age file with the identity. */
  age: z.string().nullable(),
  /** The identity under the passphrase. */
  wrapped: wrappedKeySchema.nullable(),
})
export type BackupLock = z.infer<typeof backupLockSchema>

const NO_KEYHOLDER =
  'A backup contains sealed offers and bids, so it must be encrypted: set BACKUP_RECIPIENTS to public keys (create one with npm run backup -- --new-key FILE) or set BACKUP_PASSPHRASE'

/** Makes an age identity: its secret and its public key. */
export const generateAgeIdentity = async (): Promise<{ identity: string; recipient: string }> => {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Generates the age identity of one backup and encrypts it for the keyholders. Throws if there are none, or if a public key is invalid. */
export const encryptBackupIdentity = async ({
  recipients,
  passphrase,
}: BackupKeyholders): Promise<{ identity: string; lock: BackupLock }> => {
  if (recipients.length === 0 && passphrase === undefined) throw new Error(NO_KEYHOLDER)
  const { identity, recipient } = await generateAgeIdentity()
  const encrypter = new Encrypter()
  for (const one of recipients) encrypter.addRecipient(one)
  return {
    identity,
    lock: {
      recipient,
      age: recipients.length === 0 ? null : armor.encode(await encrypter.encrypt(identity)),
      wrapped:
        passphrase === undefined ? null : await encryptKeyWithPassphrase(Buffer.from(identity), passphrase),
    },
  }
}

const identityIn = (armoured: string, identity: string): Promise<string | undefined> => {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return decrypter.decrypt(armor.decode(armoured), 'text').catch(() => undefined)
}

/** Returns the identity of a backup. If the opener cannot open it, throws a sentence that says what is needed. */
export const decryptBackupIdentity = async (
  { recipient, age, wrapped }: BackupLock,
  { identities = [], passphrase }: BackupKeys,
): Promise<string> => {
  for (const identity of identities) {
    if ((await identityToRecipient(identity)) === recipient) return identity
    const found = age === null ? undefined : await identityIn(age, identity)
    if (found !== undefined) return found
  }
  if (wrapped && passphrase !== undefined) return decryptKeyWithPassphrase(wrapped, passphrase).toString()
  const ways = [
    ...(age === null ? [] : ['the file with the secret key of one of its recipients in BACKUP_IDENTITY']),
    ...(wrapped ? ['its passphrase in BACKUP_PASSPHRASE'] : []),
  ]
  throw new Error(`This backup is encrypted: set ${ways.join(', or ')}`)
}

/** Returns the public key of an age identity. */
export const publicKeyOfIdentity = (identity: string): Promise<string> => identityToRecipient(identity)

type Through = (chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>

/** Returns a stream step that encrypts for a public key, as an age file. */
export const createEncryptionStream = (recipient: string): Through => {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return async function* (chunks) {
    yield* await encrypter.encrypt(Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>)
  }
}

/** Returns a stream step that decrypts an age file with whichever of the secret keys opens it. */
export const createDecryptionStream = (identities: readonly string[]): Through => {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  return async function* (chunks) {
    yield* await decrypter.decrypt(Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>)
  }
}
