import type { RecoveryCodes } from '#contract/people/account'
import type { PasskeyAttestation, PasskeyCreationOptions, PasskeyItem } from '#contract/people/passkeys'
import { conflictError, invalidAnswersError, notFoundError } from '../runner/refusals.ts'
import { type AccountContext, type ClientInfo, requireSessionUser } from './accounts.ts'
import { notifyOfAccountProtection } from './joining.ts'
import { queueAccountEmail } from './letters.ts'
import {
  rotateSession,
  requireCurrentPassword,
  logOwnAccountAction,
  requireRecentSecondFactor,
} from './own-account.ts'
import { requirePasskeySite } from './passkey-site.ts'
import {
  countPasskeys,
  createPasskeyCreationOptions,
  listPasskeysOfUser,
  verifyNewPasskey,
} from './passkeys.ts'
import type { Session } from './sessions.ts'
import { needsSecondFactor } from './sign-in.ts'
import { hasAuthenticator, createRecoveryCodes } from './totp.ts'

const MOST_PASSKEYS = 20

/** Passkeys of a person, the oldest first. */
export const listPasskeysForProfile = async (
  { runtime }: AccountContext,
  { userId }: Session,
): Promise<PasskeyItem[]> =>
  (await listPasskeysOfUser(runtime.store.db, userId)).map(
    ({ id, name, createdAt, lastUsedAt, blockedAt }) => ({
      id,
      name,
      createdAt,
      lastUsedAt,
      isBlocked: blockedAt !== null,
    }),
  )

const registration = ({ runtime }: AccountContext, { idHash }: Session) =>
  ({ purpose: 'registration', sessionHash: idHash, now: runtime.now() }) as const

/** Starts to add a passkey: needs the password and, if the account has a second factor, a fresh proof. */
export const beginPasskeyEnrolment = async (
  accounts: AccountContext,
  session: Session,
  password: string,
  asker: ClientInfo,
): Promise<PasskeyCreationOptions> => {
  const { db } = accounts.runtime.store
  const site = requirePasskeySite(accounts.config)
  const user = await requireSessionUser(db, session)
  requireRecentSecondFactor(accounts, user, session)
  if ((await listPasskeysOfUser(db, user.id)).length >= MOST_PASSKEYS)
    throw conflictError(`You can have up to ${MOST_PASSKEYS} passkeys: remove one first`)
  await requireCurrentPassword(accounts, user, { password, field: 'password', asker })
  return createPasskeyCreationOptions(db, site, registration(accounts, session), user)
}

/**
 * Adds the passkey that the browser created. Ends every other session; the first second factor comes with recovery
 * codes.
 */
export const addOwnPasskey = async (
  accounts: AccountContext,
  session: Session,
  { name, credential }: { name: string; credential: PasskeyAttestation },
): Promise<RecoveryCodes & { secret: string }> => {
  const { runtime, config, secrets } = accounts
  const { store, now } = runtime
  const made = await verifyNewPasskey(
    store.db,
    requirePasskeySite(config),
    registration(accounts, session),
    credential,
  )
  if (!made) throw invalidAnswersError({ form: 'The passkey was not accepted: try again' })
  return store.transaction(async tx => {
    const { db } = tx
    const user = await requireSessionUser(db, session)
    await db
      .insertInto('passkey')
      .values({ id: runtime.newId(), userId: user.id, name, ...made, createdAt: now() })
      .execute()
    if (!user.secondFactor)
      await db.updateTable('user').set({ secondFactor: true }).where('id', '=', user.id).execute()
    const recoveryCodes = user.secondFactor ? [] : await createRecoveryCodes(db, secrets, user.id)
    await queueAccountEmail(db, 'passkey-added', user.email, { passkey: name }, now())
    await notifyOfAccountProtection(tx, runtime, user, 'a passkey was added')
    const secret = await rotateSession(db, session, now(), true)
    await logOwnAccountAction(db, session, 'AddPasskey', 'Add passkey', now())
    return { recoveryCodes, secret }
  })
}

/** Removes a passkey, unless it is the second factor of a person who needs one. Ends every other session. */
export const removeOwnPasskey = async (
  accounts: AccountContext,
  session: Session,
  id: string,
): Promise<string> => {
  const { store, now } = accounts.runtime
  requireRecentSecondFactor(accounts, await requireSessionUser(store.db, session), session)
  return store.transaction(async tx => {
    const { db } = tx
    // Serialises concurrent requests, so that two cannot remove the last two.
    await db.selectFrom('user').select('id').where('id', '=', session.userId).forUpdate().execute()
    const user = await requireSessionUser(db, session)
    const removed = await db
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('userId', '=', user.id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw notFoundError()
    const isProtected = (await hasAuthenticator(db, user.id)) || (await countPasskeys(db, user.id)) > 0
    if (!isProtected) {
      if (needsSecondFactor(accounts, { ...user, secondFactor: false }))
        throw conflictError('Staff of the market operator must have a second factor')
      await db.updateTable('user').set({ secondFactor: false }).where('id', '=', user.id).execute()
    }
    await queueAccountEmail(db, 'passkey-removed', user.email, { passkey: removed.name }, now())
    await notifyOfAccountProtection(tx, accounts.runtime, user, 'a passkey was removed')
    const secret = await rotateSession(
      db,
      isProtected ? session : { ...session, steppedUpAt: null },
      now(),
      false,
    )
    await logOwnAccountAction(db, session, 'RemovePasskey', 'Remove passkey', now())
    return secret
  })
}
