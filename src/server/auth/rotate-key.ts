import type { Kysely, Transaction } from 'kysely'
import type { Instant } from '#domain/dates'
import { type ActivityEntry, append } from '../store/activity.ts'
import { note } from '../store/notes.ts'
import type { Database } from '../store/tables.ts'
import { keepKey } from '../certificates/certify.ts'
import { toBase64 } from '#proof/base64'
import { endKeys, successionOf } from '../log/keys.ts'
import { NOTED_KEY } from './market-key.ts'
import { newWebhookSecret } from '../webhooks/sign.ts'
import type { Secrets } from './secrets.ts'

/** How many second factors went over to the new key, or with a lost one were removed, and how many recovery codes ended. */
export interface Rotated {
  secondFactors: number
  recoveryCodes: number
  /** Webhooks whose secrets went over, or with a lost key were stopped. */
  webhooks: number
}

/**
 * Puts a key in the place of another, in one transaction: second factors are encrypted anew, the fingerprint is changed,
 * and the log says so. What only the old key could vouch for ends: recovery codes, and codes and links under way. Where
 * the old key is lost, so are the authenticators' second factors: they are removed, to be set up again. Passkeys stay. The keys that
 * sign end with it. Where they were stolen at an instant, they end with the last checkpoint before, which the log then names, and
 * vouch for no successor: a thief could do that too.
 */
export const rotateKey = (
  db: Kysely<Database>,
  {
    old,
    next,
    now,
    stolenAt,
  }: { old: Secrets | 'lost'; next: Secrets; now: Instant; stolenAt?: Instant | undefined },
): Promise<Rotated> =>
  db.transaction().execute(async trx => {
    // Whoever sets up a second factor holds this row, see holdKey.
    const noted = await trx
      .selectFrom('meta')
      .select('value')
      .where('key', '=', NOTED_KEY)
      .forUpdate()
      .executeTakeFirst()
    if (old !== 'lost' && noted && noted.value !== old.fingerprint)
      throw new Error('SECRET_KEY, or secret.key in DATA_DIR without it, is not the key of this market')
    await note(trx, NOTED_KEY, next.fingerprint)
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
    await endKeys(trx, [next.seal, next.logSeal], { now, stolen: honest })
    await keepKey(trx, next.seal, now)
    await keepKey(trx, next.logSeal, now, {
      signs: 'checkpoints',
      succession: old === 'lost' || honest ? null : await successionOf(trx, old.logSeal, next.logSeal),
    })
    const rotated = {
      secondFactors: factors.length,
      recoveryCodes: Number(codes.numDeletedRows),
      webhooks,
    }
    await say(trx, { isLost: old === 'lost', ...rotated, ...(honest && { stolen: honest }) }, now)
    return rotated
  })

/** The last checkpoint before a key was stolen; of no entries where none was signed before. */
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

/** Where the old key is lost the secrets are, too: nothing is sent until another is made. */
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
              ...{ secret: next.encrypt(newWebhookSecret()), formerSecret: null, formerUntil: null },
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
    // A passkey does not hang on the key.
    .where('id', 'not in', eb => eb.selectFrom('passkey').select('userId').where('blockedAt', 'is', null))
    .execute()
}

const say = (trx: Transaction<Database>, details: ActivityEntry['details'], now: Instant) => {
  const title = 'Change the secret key'
  const entry = { at: now, action: 'RotateKey', title, message: title, details }
  const about = { subjectKind: 'installation', subjectId: 'installation', roundId: null }
  const nobody = { actorId: null, forClientId: null, fromStatus: null, toStatus: null }
  return append(trx, [{ ...entry, ...about, ...nobody }])
}
