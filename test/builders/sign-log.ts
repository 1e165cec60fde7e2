import { createPublicKey, verify } from 'node:crypto'
import { readKeyLine, readNote } from '#proof/note'
import { openSecrets } from '#server/auth/secrets'
import { keepKey } from '#server/certificates/certify'
import type { Config } from '#server/config'
import { signIfDue } from '#server/log/checkpoints'
import { chainNow } from '#server/store/chaining'
import type { Store } from '#server/store/store'

/** Chains all that has been done and signs a checkpoint where one is due; answers how many entries it covers, or 0. */
export const signLog = async ({
  store: { db },
  config,
}: {
  store: Store
  config: Config
}): Promise<number> => {
  const secrets = openSecrets(config)
  await keepKey(db, secrets.logSeal, '2026-06-01T12:00:00.000Z', { signs: 'checkpoints' })
  await chainNow(db)
  return signIfDue(db, { secrets, publicUrl: config.publicUrl })
}

/** Is this checkpoint signed by the key of this line? */
export const isSignedBy = (line: string, text: string): boolean => {
  const note = readNote(text)!
  const { publicKey } = readKeyLine(line)!
  const x = Buffer.from(publicKey).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(note.text), key, note.signatures[0]!.signature)
}
