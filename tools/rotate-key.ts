import { parseArgs } from 'node:util'
import { withExternalSigner } from '#server/auth/outside-keys'
import {
  keyFilePath,
  writeKeyFile,
  readNextKey,
  nextKeyFilePath,
  activateNextKey,
} from '#server/auth/key-file'
import { KEY_FINGERPRINT_NOTE } from '#server/auth/market-key'
import { rotateMarketKey } from '#server/commands/rotate-key'
import { openSecrets, type Secrets, deriveSecrets } from '#server/auth/secrets'
import { type ServerConfig, readConfig } from '#server/process/config'
import { migrateOverDirectConnection, connectDatabase } from '#server/store/database'
import { readMarketClock } from '#server/store/market-clock'
import { chainPendingEntries } from '#server/log/chaining'
import { readInstallationValue } from '#server/store/notes'
import { runCommand } from './command.ts'
import { openDatabase } from './open-database.ts'

// Replaces the key of the market. With the key in the environment:
//   SECRET_KEY=old NEW_SECRET_KEY=new npm run rotate-key     (then give all servers the new one as SECRET_KEY)
// With the key in DATA_DIR/secret.key: npm run rotate-key    (replaces it with a new one, or with NEW_SECRET_KEY)
// If the key was stolen: npm run rotate-key -- --stolen 2026-11-20T10:00:00Z    (its signatures after that are not trusted)
// If the old key is lost for good: npm run rotate-key -- --lost    (the present key becomes the key of the market)

/** Stores the next key before anything is encrypted with it; uses one that an earlier run stored. */
const nextSecrets = ({ secretKey, newSecretKey, dataDir }: ServerConfig): Secrets => {
  const given = newSecretKey && Buffer.from(newSecretKey, 'base64')
  if (secretKey) {
    if (!given)
      throw new Error('NEW_SECRET_KEY is missing: because SECRET_KEY is set, it must be 32 bytes in base64')
    return deriveSecrets(given)
  }
  writeKeyFile(nextKeyFilePath(dataDir), given || undefined)
  const next = readNextKey(dataDir)
  if (!next || (given && !given.equals(next)))
    throw new Error(
      `there is a different key in ${nextKeyFilePath(dataDir)}: remove it, or leave NEW_SECRET_KEY out`,
    )
  return deriveSecrets(next)
}

/** The instant of a theft; throws where the text is none. */
const instantOf = (text: string): string => {
  const at = Date.parse(text)
  if (Number.isNaN(at))
    throw new Error('--stolen needs the earliest possible time of the theft, like 2026-11-20T10:00:00Z')
  return new Date(at).toISOString()
}

runCommand('The key was not changed', async () => {
  const { values } = parseArgs({ options: { lost: { type: 'boolean' }, stolen: { type: 'string' } } })
  const isLost = values.lost === true
  const stolenAt = values.stolen === undefined ? undefined : instantOf(values.stolen)
  const config = readConfig(process.env)
  const { reach, close } = await openDatabase()
  const db = connectDatabase(reach)
  try {
    await migrateOverDirectConnection(reach)
    const noted = await readInstallationValue(db, KEY_FINGERPRINT_NOTE)
    const present = await withExternalSigner(openSecrets(config), config.signerCommand)
    if (isLost && noted === present.fingerprint)
      throw new Error('this is already the key of the market, so nothing is lost')
    const next = isLost
      ? present
      : await withExternalSigner(nextSecrets(config), config.newSignerCommand ?? config.signerCommand)
    if (!isLost && next.fingerprint === present.fingerprint)
      throw new Error('the new key is the same as the old one')
    // An interrupted run may have done everything except moving the file.
    const isDone = !isLost && noted === next.fingerprint
    if (!isDone) {
      const now = await readMarketClock(db)
      const { secondFactors, recoveryCodes, webhooks } = await rotateMarketKey(db, {
        old: isLost ? 'lost' : present,
        ...{ next, now, stolenAt },
      })
      await chainPendingEntries(db)
      if (stolenAt !== undefined)
        console.log(
          `Signatures of the old keys after ${stolenAt} are not trusted. Replace certificates made since then, and send the new key to the witnesses yourself: the old key does not vouch for it.`,
        )
      console.log(
        isLost
          ? `Removed second factors: ${secondFactors}. People set them up again at the next sign-in.`
          : `Re-encrypted second factors: ${secondFactors}.`,
      )
      if (webhooks > 0)
        console.log(
          isLost
            ? `Stopped webhooks, because their secrets were lost: ${webhooks}. Their owners must rotate the secret and resume them.`
            : `Re-encrypted webhook secrets: ${webhooks}.`,
        )
      console.log(
        `Recovery codes that no longer work: ${recoveryCodes}. Codes and links in emails that have not been used no longer work either.`,
      )
    }
    if (!isLost && !config.secretKey) activateNextKey(config.dataDir)
    return config.secretKey && !isLost
      ? 'Set SECRET_KEY to the new key on all servers and restart them. Servers with the old key stop by themselves.'
      : `The key is in ${config.secretKey ? 'SECRET_KEY' : keyFilePath(config.dataDir)}: copy it to all other servers and restart them.`
  } finally {
    await db.destroy()
    await close()
  }
})
