import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { toDataURL } from 'qrcode'
import type { Instant } from '@credit-market/values/dates'
import type { AuthenticatorEnrolment } from '#contract/people/account'
import type { Database } from '../store/tables/tables.ts'
import { readCachedBrand } from '../brand/brand.ts'
import { logAccountAction } from './accounts.ts'
import { lockMarketKey } from './market-key.ts'
import type { Secrets } from './secrets.ts'

const PERIOD = 30
const RECOVERY_CODES = 10

const authenticator = (secret: string, shown: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...shown, secret: Secret.fromBase32(secret), period: PERIOD, digits: 6 })

/** Creates a secret that is not in use yet, for its owner to scan. */
export const beginTotpEnrolment = async (
  db: Kysely<Database>,
  secrets: Secrets,
  user: { id: string; username: string },
): Promise<AuthenticatorEnrolment> => {
  const secret = new Secret({ size: 20 }).base32
  const row = { secret: secrets.encrypt(secret), lastStep: 0, confirmedAt: null }
  await db.transaction().execute(async trx => {
    await lockMarketKey(trx, secrets)
    await trx
      .insertInto('secondFactor')
      .values({ userId: user.id, ...row })
      .onConflict(clash =>
        clash.column('userId').doUpdateSet(row).where('secondFactor.confirmedAt', 'is', null),
      )
      .execute()
  })
  const uri = authenticator(secret, {
    issuer: (await readCachedBrand(db)).name,
    label: user.username,
  }).toString()
  return { secret, uri, qrCode: await toDataURL(uri, { margin: 2, width: 220 }) }
}

/** True if the user has an authenticator in use. */
export const hasAuthenticator = async (db: Kysely<Database>, userId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('secondFactor')
    .select('userId')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The time step of a code: the current one or, for slow typists, the one before. */
const stepOf = (totp: TOTP, code: string, now: Instant): number | undefined => {
  const timestamp = Date.parse(now)
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  if (delta === null || delta > 0) return undefined
  return Math.floor(timestamp / 1000 / PERIOD) + delta
}

/**
 * Accepts a code of the authenticator that was not used before. If it is sent several times at once, the database
 * accepts one.
 */
export const acceptTotpCode = async (
  db: Kysely<Database>,
  secrets: Secrets,
  {
    userId,
    code,
    now,
    confirmed = true,
  }: { userId: string; code: string; now: Instant; confirmed?: boolean },
): Promise<boolean> => {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return confirmed && spendRecoveryCode(db, secrets, { userId, code, now })
  const row = await db
    .selectFrom('secondFactor')
    .select('secret')
    .where('userId', '=', userId)
    .where('confirmedAt', confirmed ? 'is not' : 'is', null)
    .executeTakeFirst()
  const step = row && stepOf(authenticator(secrets.decrypt(row.secret)), digits, now)
  if (!row || step === undefined) return false
  const { numUpdatedRows } = await db
    .updateTable('secondFactor')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('secret', '=', row.secret)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const recoveryHash = (secrets: Secrets, userId: string, code: string): string =>
  secrets.hashOf('recovery', `${userId} ${code.toLowerCase().replace(/[^0-9a-z]/g, '')}`)

const spendRecoveryCode = async (
  db: Kysely<Database>,
  secrets: Secrets,
  { userId, code, now }: { userId: string; code: string; now: Instant },
): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const { numDeletedRows } = await trx
      .deleteFrom('recoveryCode')
      .where('userId', '=', userId)
      .where('codeHash', '=', recoveryHash(secrets, userId, code))
      .executeTakeFirst()
    if (numDeletedRows !== 1n) return false
    await logAccountAction(trx, {
      ...{ action: 'UseRecoveryCode', title: 'Use recovery code', actorId: userId },
      ...{ subjectKind: 'user', subjectId: userId, now },
    })
    return true
  })

/** Activates a user's authenticator after one of its codes was accepted; false if its secret was replaced since. */
export const confirmTotpEnrolment = async (
  db: Transaction<Database>,
  userId: string,
  now: Instant,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('secondFactor')
    .set({ confirmedAt: now })
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .where('lastStep', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ten new recovery codes that replace all others; shown once, stored as hashes. */
export const createRecoveryCodes = async (
  db: Transaction<Database>,
  secrets: Secrets,
  userId: string,
): Promise<string[]> => {
  await lockMarketKey(db, secrets)
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    (randomBytes(10).toString('hex').match(/.{5}/g) ?? []).join('-'),
  )
  await db.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await db
    .insertInto('recoveryCode')
    .values(codes.map(code => ({ userId, codeHash: recoveryHash(secrets, userId, code) })))
    .execute()
  return codes
}
