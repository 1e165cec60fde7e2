import { createPublicKey, verify } from 'node:crypto'
import { readKeyLine, readNote } from '@credit-market/transparency-log/note'
import { openSecrets } from '#server/auth/secrets'
import { storePublicKey } from '#server/certificates/certify'
import type { ServerConfig } from '#server/process/config'
import { signCheckpointIfDue } from '#server/log/checkpoints'
import { chainPendingEntries } from '#server/log/chaining'
import type { Store } from '#server/store/store'

/** Chains all entries and signs a checkpoint if one is due; returns how many entries it covers, or 0. */
export const signLog = async ({
  store: { db },
  config,
}: {
  store: Store
  config: ServerConfig
}): Promise<number> => {
  const secrets = openSecrets(config)
  await storePublicKey(db, secrets.logSeal, '2026-06-01T12:00:00.000Z', { signs: 'checkpoints' })
  await chainPendingEntries(db)
  return signCheckpointIfDue(db, { secrets, publicUrl: config.publicUrl })
}

/** True if the key in this line has signed the checkpoint. */
export const isSignedBy = (line: string, text: string): boolean => {
  const note = readNote(text)!
  const { publicKey } = readKeyLine(line)!
  const x = Buffer.from(publicKey).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(note.text), key, note.signatures[0]!.signature)
}
