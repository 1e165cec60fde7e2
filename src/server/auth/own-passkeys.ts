import type { RecoveryCodes } from '#contract/account'
import type { Attestation, CreationOptions, PasskeyItem } from '#contract/passkeys'
import { conflict, invalid, notFound } from '../runner/refusals.ts'
import { type Accounts, type ClientInfo, personOf } from './accounts.ts'
import { notifyOfAccess } from './joining.ts'
import { sendLetter } from './letters.ts'
import { anew, confirmPassword, recordOwn, refuseUnlessProven } from './own-account.ts'
import { passkeySite } from './passkey-site.ts'
import { countPasskeys, creationFor, passkeysOf, readNewPasskey } from './passkeys.ts'
import type { Session } from './sessions.ts'
import { needsSecondFactor } from './sign-in.ts'
import { hasAuthenticator, makeRecoveryCodes } from './totp.ts'

const MOST_PASSKEYS = 20

/** The passkeys of a person, the oldest first. */
export const ownPasskeysOf = async ({ runtime }: Accounts, { userId }: Session): Promise<PasskeyItem[]> =>
  (await passkeysOf(runtime.store.db, userId)).map(({ id, name, createdAt, lastUsedAt, blockedAt }) => ({
    id,
    name,
    createdAt,
    lastUsedAt,
    isBlocked: blockedAt !== null,
  }))

const registration = ({ runtime }: Accounts, { idHash }: Session) =>
  ({ purpose: 'registration', sessionHash: idHash, now: runtime.now() }) as const

/** Begins to add a passkey: with the password, and with a second factor given just now where there is one. */
export const beginPasskeyOf = async (
  accounts: Accounts,
  session: Session,
  password: string,
  asker: ClientInfo,
): Promise<CreationOptions> => {
  const { db } = accounts.runtime.store
  const site = passkeySite(accounts.config)
  const user = await personOf(db, session)
  refuseUnlessProven(accounts, user, session)
  if ((await passkeysOf(db, user.id)).length >= MOST_PASSKEYS)
    throw conflict(`An account has ${MOST_PASSKEYS} passkeys at most: remove one first`)
  await confirmPassword(accounts, user, { password, field: 'password', asker })
  return creationFor(db, site, registration(accounts, session), user)
}

/** Adds the passkey that the browser has made. Every other session ends; recovery codes come with the first second factor. */
export const addPasskeyOf = async (
  accounts: Accounts,
  session: Session,
  { name, credential }: { name: string; credential: Attestation },
): Promise<RecoveryCodes & { secret: string }> => {
  const { runtime, config, secrets } = accounts
  const { store, now } = runtime
  const made = await readNewPasskey(
    store.db,
    passkeySite(config),
    registration(accounts, session),
    credential,
  )
  if (!made) throw invalid({ form: 'The passkey was not accepted: begin again' })
  return store.transaction(async tx => {
    const { db } = tx
    const user = await personOf(db, session)
    await db
      .insertInto('passkey')
      .values({ id: runtime.newId(), userId: user.id, name, ...made, createdAt: now() })
      .execute()
    if (!user.secondFactor)
      await db.updateTable('user').set({ secondFactor: true }).where('id', '=', user.id).execute()
    const recoveryCodes = user.secondFactor ? [] : await makeRecoveryCodes(db, secrets, user.id)
    await sendLetter(db, 'passkey-added', user.email, { passkey: name }, now())
    await notifyOfAccess(tx, runtime, user, 'a passkey was added')
    const secret = await anew(db, session, now(), true)
    await recordOwn(db, session, 'AddPasskey', 'Add passkey', now())
    return { recoveryCodes, secret }
  })
}

/** Removes a passkey, unless it is the second factor of somebody who needs one. Every other session ends. */
export const removePasskeyOf = async (accounts: Accounts, session: Session, id: string): Promise<string> => {
  const { store, now } = accounts.runtime
  refuseUnlessProven(accounts, await personOf(store.db, session), session)
  return store.transaction(async tx => {
    const { db } = tx
    // One after the other, so that two at once do not take the last two.
    await db.selectFrom('user').select('id').where('id', '=', session.userId).forUpdate().execute()
    const user = await personOf(db, session)
    const removed = await db
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('userId', '=', user.id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw notFound()
    const isProtected = (await hasAuthenticator(db, user.id)) || (await countPasskeys(db, user.id)) > 0
    if (!isProtected) {
      if (needsSecondFactor(accounts, { ...user, secondFactor: false }))
        throw conflict('Staff of the market operator need a second factor')
      await db.updateTable('user').set({ secondFactor: false }).where('id', '=', user.id).execute()
    }
    await sendLetter(db, 'passkey-removed', user.email, { passkey: removed.name }, now())
    await notifyOfAccess(tx, accounts.runtime, user, 'a passkey was removed')
    const secret = await anew(db, isProtected ? session : { ...session, steppedUpAt: null }, now(), false)
    await recordOwn(db, session, 'RemovePasskey', 'Remove passkey', now())
    return secret
  })
}
