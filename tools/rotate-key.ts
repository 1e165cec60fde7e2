import { parseArgs } from 'node:util'
import { sealedOutside } from '#server/auth/outside-keys'
import { keyPath, makeKeyIn, nextKeyIn, nextKeyPath, takeNextKey } from '#server/auth/key-file'
import { NOTED_KEY } from '#server/auth/market-key'
import { rotateKey } from '#server/auth/rotate-key'
import { openSecrets, type Secrets, secretsOf } from '#server/auth/secrets'
import { type Config, readConfig } from '#server/config'
import { bringUpToDate, connect } from '#server/store/database'
import { marketClock } from '#server/store/market-clock'
import { chainNow } from '#server/store/chaining'
import { noteOf } from '#server/store/notes'
import { command } from './command.ts'
import { openDatabase } from './open-database.ts'

// Puts a key in the place of another. With the key in the environment:
//   SECRET_KEY=old NEW_SECRET_KEY=new npm run rotate-key     (then give all servers the new one as SECRET_KEY)
// With the key in DATA_DIR/secret.key: npm run rotate-key    (a new one is made, or NEW_SECRET_KEY taken, and takes its place)
// Where the key was stolen: npm run rotate-key -- --stolen 2026-11-20T10:00:00Z    (since when nothing that it signed is believed)
// Where the old key is lost for good: npm run rotate-key -- --lost    (the key that is there now becomes the market's)

const numbered = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** Writes the next key down before anything is encrypted with it; what an earlier run wrote down is used. */
const nextSecrets = ({ secretKey, newSecretKey, dataDir }: Config): Secrets => {
  const given = newSecretKey && Buffer.from(newSecretKey, 'base64')
  if (secretKey) {
    if (!given)
      throw new Error('NEW_SECRET_KEY is missing: it must be 32 bytes in base64, since SECRET_KEY is set')
    return secretsOf(given)
  }
  makeKeyIn(nextKeyPath(dataDir), given || undefined)
  const next = nextKeyIn(dataDir)
  if (!next || (given && !given.equals(next)))
    throw new Error(`there is another key in ${nextKeyPath(dataDir)}: remove it, or leave NEW_SECRET_KEY out`)
  return secretsOf(next)
}

/** The instant of a theft; throws where the text is none. */
const instantOf = (text: string): string => {
  const at = Date.parse(text)
  if (Number.isNaN(at))
    throw new Error('--stolen needs the time of the theft, at the earliest, like 2026-11-20T10:00:00Z')
  return new Date(at).toISOString()
}

command('The key was not changed', async () => {
  const { values } = parseArgs({ options: { lost: { type: 'boolean' }, stolen: { type: 'string' } } })
  const isLost = values.lost === true
  const stolenAt = values.stolen === undefined ? undefined : instantOf(values.stolen)
  const config = readConfig(process.env)
  const { reach, close } = await openDatabase()
  const db = connect(reach)
  try {
    await bringUpToDate(reach)
    const noted = await noteOf(db, NOTED_KEY)
    const present = await sealedOutside(openSecrets(config), config.signerCommand)
    if (isLost && noted === present.fingerprint)
      throw new Error('this is the key of the market, so that nothing is lost')
    const next = isLost
      ? present
      : await sealedOutside(nextSecrets(config), config.newSignerCommand ?? config.signerCommand)
    if (!isLost && next.fingerprint === present.fingerprint) throw new Error('the new key is the old one')
    // A run that was broken off may have done everything but put the file in its place.
    const isDone = !isLost && noted === next.fingerprint
    if (!isDone) {
      const now = await marketClock(db)
      const { secondFactors, recoveryCodes, webhooks } = await rotateKey(db, {
        old: isLost ? 'lost' : present,
        ...{ next, now, stolenAt },
      })
      await chainNow(db)
      if (stolenAt !== undefined)
        console.log(
          `Nothing that the old keys signed after ${stolenAt} is believed. Replace certificates made since, and tell witnesses the new key yourself: the old one vouches for none.`,
        )
      console.log(
        isLost
          ? `${numbered(secondFactors, 'second factor')} removed: they are set up again at the next sign-in.`
          : `${numbered(secondFactors, 'second factor')} encrypted anew.`,
      )
      if (webhooks > 0)
        console.log(
          isLost
            ? `${numbered(webhooks, 'webhook')} stopped, whose secrets were lost: their people rotate them, and go on.`
            : `${numbered(webhooks, 'webhook secret')} encrypted anew.`,
        )
      console.log(
        `${numbered(recoveryCodes, 'recovery code')} ended, and with them all codes and links under way in letters.`,
      )
    }
    if (!isLost && !config.secretKey) takeNextKey(config.dataDir)
    return config.secretKey && !isLost
      ? 'Give all servers the new key as SECRET_KEY and start them again; with the old one they end by themselves.'
      : `The key is in ${config.secretKey ? 'SECRET_KEY' : keyPath(config.dataDir)}: give it to all other servers and start them again.`
  } finally {
    await db.destroy()
    await close()
  }
})
