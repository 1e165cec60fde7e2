import type { Kysely, Transaction } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import { type ActivityEntry, appendLogEntries } from '../store/activity.ts'
import { writeInstallationValue } from '../store/notes.ts'
import type { Database } from '../store/tables/tables.ts'
import { storePublicKey } from '../certificates/certify.ts'
import { toBase64 } from '@credit-market/transparency-log/base64'
import { endSigningKeys, createKeySuccessionNote } from '../log/keys.ts'
import { KEY_FINGERPRINT_NOTE } from '../auth/market-key.ts'
import { generateWebhookSecret } from '../webhooks/sign.ts'
import type { Secrets } from '../auth/secrets.ts'

/**
 * Second factors that were re-encrypted (or removed, if the old key is lost), and recovery codes that were voided.
 */
export interface KeyRotationResult {
  secondFactors: number
  recoveryCodes: number
  /** Webhooks whose secrets were re-encrypted, or that were stopped if the old key is lost. */
  webhooks: number
}

/**
 * Replaces the key in one transaction: second factors are re-encrypted, the fingerprint is changed, and the log
 * records it. Voids everything that only the old key can verify: recovery codes, and codes and links that are under
 * way. If the old key is lost, second factors of authenticators are removed and must be set up again. Passkeys stay.
 * The signing keys expire with it. If they were stolen at an instant, they expire with the last checkpoint before it,
 * which the log then names, and they vouch for no successor: a thief could do the same.
 */
export const rotateMarketKey = (
  db: Kysely<Database>,
  {
    old,
    next,
    now,
    stolenAt,
  }: { old: Secrets | 'lost'; next: Secrets; now: Instant; stolenAt?: Instant | undefined },
): Promise<KeyRotationResult> =>
  db.transaction().execute(async trx => {
    // Setting up a second factor locks the same row, see `lockMarketKey`.
    const noted = await trx
      .selectFrom('meta')
      .select('value')
      .where('key', '=', KEY_FINGERPRINT_NOTE)
      .forUpdate()
      .executeTakeFirst()
    if (old !== 'lost' && noted && noted.value !== old.fingerprint)
      throw new Error(
        'SECRET_KEY (or, if it is not set, secret.key in DATA_DIR) is not the key of this market',
      )
    await writeInstallationValue(trx, KEY_FINGERPRINT_NOTE, next.fingerprint)
    const factors = await trx.selectFrom('secondFactor').select(['userId', 'secret']).execute()
    if (old === 'lost') await removeSecondFactors(trx)
    else
      for (const { userId, secret } of factors)
        await trx
          .updateTable('secondFactor')
          .set({ secret: next.encrypt(old.decrypt(secret)) })
          .where('userId', '=', userId)
          .execute()
    const codes = await trx.deleteFrom('recoveryCode').executeTakeFirst()
    const webhooks = await rotateWebhooks(trx, old, next, now)
    const honest = stolenAt === undefined ? undefined : await lastHonest(trx, stolenAt)
    await endSigningKeys(trx, [next.seal, next.logSeal], { now, stolen: honest })
    await storePublicKey(trx, next.seal, now)
    await storePublicKey(trx, next.logSeal, now, {
      signs: 'checkpoints',
      succession:
        old === 'lost' || honest ? null : await createKeySuccessionNote(trx, old.logSeal, next.logSeal),
    })
    const rotated = {
      secondFactors: factors.length,
      recoveryCodes: Number(codes.numDeletedRows),
      webhooks,
    }
    await say(trx, { isLost: old === 'lost', ...rotated, ...(honest && { stolen: honest }) }, now)
    return rotated
  })

/** The last checkpoint before a key was stolen; of an empty log if none was signed before. */
const lastHonest = async (
  trx: Transaction<Database>,
  stolenAt: Instant,
): Promise<{ at: Instant; size: number; root: string | null }> => {
  const last = await trx
    .selectFrom('logCheckpoint')
    .select(['size', 'root'])
    .where('at', '<=', stolenAt)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { at: stolenAt, size: last?.size ?? 0, root: last ? toBase64(last.root) : null }
}

/** If the old key is lost, so are the secrets: nothing is sent until a new secret is created. */
const rotateWebhooks = async (
  trx: Transaction<Database>,
  old: Secrets | 'lost',
  next: Secrets,
  now: Instant,
): Promise<number> => {
  const hooks = await trx.selectFrom('webhook').select(['id', 'secret', 'formerSecret']).execute()
  for (const { id, secret, formerSecret } of hooks)
    await trx
      .updateTable('webhook')
      .set(
        old === 'lost'
          ? {
              ...{ secret: next.encrypt(generateWebhookSecret()), formerSecret: null, formerUntil: null },
              ...{ pausedAt: now, pausedWhy: 'key lost' as const },
            }
          : {
              secret: next.encrypt(old.decrypt(secret)),
              formerSecret: formerSecret && next.encrypt(old.decrypt(formerSecret)),
            },
      )
      .where('id', '=', id)
      .execute()
  return hooks.length
}

const removeSecondFactors = async (trx: Transaction<Database>): Promise<void> => {
  await trx.deleteFrom('secondFactor').execute()
  await trx
    .updateTable('user')
    .set({ secondFactor: false })
    .where('secondFactor', '=', true)
    // A passkey does not depend on the key.
    .where('id', 'not in', eb => eb.selectFrom('passkey').select('userId').where('blockedAt', 'is', null))
    .execute()
}

const say = (trx: Transaction<Database>, details: ActivityEntry['details'], now: Instant) => {
  const title = 'Change the secret key'
  const entry = { at: now, action: 'RotateKey', title, message: title, details }
  const about = { subjectKind: 'installation', subjectId: 'installation', roundId: null }
  const nobody = { actorId: null, forClientId: null, fromStatus: null, toStatus: null }
  return appendLogEntries(trx, [{ ...entry, ...about, ...nobody }])
}
