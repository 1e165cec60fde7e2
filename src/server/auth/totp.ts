import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { toDataURL } from 'qrcode'
import type { Instant } from '#domain/dates'
import type { Enrolment } from '#contract/account'
import type { Database } from '../store/tables.ts'
import { brandOf } from '../brand.ts'
import { record } from './accounts.ts'
import { holdKey } from './market-key.ts'
import type { Secrets } from './secrets.ts'

const PERIOD = 30
const RECOVERY_CODES = 10

const authenticator = (secret: string, shown: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...shown, secret: Secret.fromBase32(secret), period: PERIOD, digits: 6 })

/** Makes a secret that is not yet in use, and shows it to its owner. */
export const beginEnrolment = async (
  db: Kysely<Database>,
  secrets: Secrets,
  user: { id: string; username: string },
): Promise<Enrolment> => {
  const secret = new Secret({ size: 20 }).base32
  const row = { secret: secrets.encrypt(secret), lastStep: 0, confirmedAt: null }
  await db.transaction().execute(async trx => {
    await holdKey(trx, secrets)
    await trx
      .insertInto('secondFactor')
      .values({ userId: user.id, ...row })
      .onConflict(clash =>
        clash.column('userId').doUpdateSet(row).where('secondFactor.confirmedAt', 'is', null),
      )
      .execute()
  })
  const uri = authenticator(secret, { issuer: (await brandOf(db)).name, label: user.username }).toString()
  return { secret, uri, qrCode: await toDataURL(uri, { margin: 2, width: 220 }) }
}

/** Is an authenticator in use? */
export const hasAuthenticator = async (db: Kysely<Database>, userId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('secondFactor')
    .select('userId')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The step whose code this is: the present one or, for slow hands, the one before. */
const stepOf = (totp: TOTP, code: string, now: Instant): number | undefined => {
  const timestamp = Date.parse(now)
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  if (delta === null || delta > 0) return undefined
  return Math.floor(timestamp / 1000 / PERIOD) + delta
}

/** Is this a code of the authenticator, not used before? The database lets one win when it is sent many times at once. */
export const acceptCode = async (
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
    await record(trx, {
      ...{ action: 'UseRecoveryCode', title: 'Use recovery code', actorId: userId },
      ...{ subjectKind: 'user', subjectId: userId, now },
    })
    return true
  })

/**
 * Puts the authenticator of somebody in use after a code of it was accepted; false where its secret was replaced since then.
 */
export const confirmEnrolment = async (
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

/** Ten new recovery codes in place of whatever there was; shown once, kept as fingerprints. */
export const makeRecoveryCodes = async (
  db: Transaction<Database>,
  secrets: Secrets,
  userId: string,
): Promise<string[]> => {
  await holdKey(db, secrets)
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
