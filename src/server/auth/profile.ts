import type {
  Account,
  AuthenticatorEnrolment,
  RecoveryCodes,
  SecondFactor,
  SessionItem,
} from '#contract/people/account'
import { conflictError, forbiddenError, invalidAnswersError } from '../runner/refusals.ts'
import { type AccountContext, type ClientInfo, requireSessionUser, setPassword } from './accounts.ts'
import { rememberDevice } from './devices.ts'
import { colleaguesWhoCanAdmit, notifyOfAccountProtection } from './joining.ts'
import { queueAccountEmail } from './letters.ts'
import {
  rotateSession,
  requireAuthenticatorCode,
  requireCurrentPassword,
  logOwnAccountAction,
  requireRecentSecondFactor,
  recordSecondFactorProof,
} from './own-account.ts'
import { countPasskeys } from './passkeys.ts'
import { type Session, publicSessionId } from './sessions.ts'
import { needsSecondFactor } from './sign-in.ts'
import { beginTotpEnrolment, confirmTotpEnrolment, hasAuthenticator, createRecoveryCodes } from './totp.ts'

/** The user of a session, as the profile shows them. */
export const readAccountView = async (accounts: AccountContext, session: Session): Promise<Account> => {
  const { db } = accounts.runtime.store
  const user = await requireSessionUser(db, session)
  const organisation = user.organisationId
    ? await accounts.runtime.store.read.one('organisation', user.organisationId)
    : undefined
  const { id, username, email, displayName, groups, phone } = user
  const waitsFor = user.admittedAt === null ? await colleaguesWhoCanAdmit(db, user, organisation) : null
  return {
    id,
    username,
    email,
    displayName,
    groups,
    phone,
    waitsFor,
    organisation: organisation
      ? { id: organisation.id, name: organisation.name, type: organisation.type }
      : null,
    secondFactor: user.secondFactor ? 'on' : session.stage === 'enrol' ? 'needed' : 'off',
  }
}

/** Changes the name or phone number of a person. */
export const updateProfile = async (
  accounts: AccountContext,
  session: Session,
  given: { displayName: string; phone: string | null },
): Promise<Account> => {
  const { store, now, newId } = accounts.runtime
  await store.transaction(async tx => {
    await tx.apply([{ change: 'update', kind: 'user', id: session.userId, patch: given }], {
      now: now(),
      newId,
    })
    await logOwnAccountAction(tx.db, session, 'UpdateProfile', 'Update profile', now())
  })
  return readAccountView(accounts, session)
}

/** Changes the password. Ends every other session and forgets other browsers; this session gets a new id. */
export const changePassword = async (
  accounts: AccountContext,
  session: Session,
  given: { currentPassword: string; password: string },
  asker: ClientInfo,
): Promise<{ secret: string; devices: string }> => {
  const { store, now } = accounts.runtime
  const user = await requireSessionUser(store.db, session)
  const { currentPassword: password } = given
  await requireCurrentPassword(accounts, user, { password, field: 'currentPassword', asker })
  if (given.password === password)
    throw invalidAnswersError({ password: 'Must be different from your current password' })
  const secret = await store.transaction(async tx => {
    const { db } = tx
    await setPassword(db, accounts, user, given.password)
    await queueAccountEmail(db, 'password-changed', user.email, {}, now())
    await notifyOfAccountProtection(tx, accounts.runtime, user, 'a new password')
    const fresh = await rotateSession(db, session, now(), false)
    await logOwnAccountAction(db, session, 'ChangePassword', 'Change password', now())
    return fresh
  })
  return { secret, devices: await rememberDevice(accounts, user.id, asker) }
}

/** State of the authenticator and its alternatives. */
export const readSecondFactorState = async (
  accounts: AccountContext,
  session: Session,
): Promise<SecondFactor> => {
  const { db } = accounts.runtime.store
  const user = await requireSessionUser(db, session)
  const codes = await db
    .selectFrom('recoveryCode')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow()
  const passkeys = await countPasskeys(db, user.id)
  const enabled = await hasAuthenticator(db, user.id)
  return {
    enabled,
    recoveryCodesLeft: codes.count,
    passkeys,
    mayBeDisabled:
      enabled && (passkeys > 0 || !needsSecondFactor(accounts, { ...user, secondFactor: false })),
  }
}

/** Starts to set up a second factor. */
export const beginSecondFactor = async (
  accounts: AccountContext,
  session: Session,
  password: string,
  asker: ClientInfo,
): Promise<AuthenticatorEnrolment> => {
  const { db } = accounts.runtime.store
  const user = await requireSessionUser(db, session)
  if (await hasAuthenticator(db, user.id)) throw conflictError('You already have a second factor')
  requireRecentSecondFactor(accounts, user, session)
  await requireCurrentPassword(accounts, user, { password, field: 'password', asker })
  return beginTotpEnrolment(db, accounts.secrets, user)
}

/** Confirms the authenticator by a code: from now on sign-in requires one. */
export const confirmSecondFactor = async (
  accounts: AccountContext,
  session: Session,
  code: string,
  asker: ClientInfo,
): Promise<RecoveryCodes & { secret: string }> => {
  const { store, now } = accounts.runtime
  const user = await requireSessionUser(store.db, session)
  if (await hasAuthenticator(store.db, user.id)) throw conflictError('You already have a second factor')
  await requireAuthenticatorCode(accounts, user, { code, asker, confirmed: false })
  return store.transaction(async tx => {
    const { db } = tx
    if (!(await confirmTotpEnrolment(db, user.id, now())))
      throw conflictError('The secret was replaced: start again')
    await db.updateTable('user').set({ secondFactor: true }).where('id', '=', user.id).execute()
    const recoveryCodes = await createRecoveryCodes(db, accounts.secrets, user.id)
    await queueAccountEmail(db, 'second-factor-on', user.email, {}, now())
    await notifyOfAccountProtection(tx, accounts.runtime, user, 'a second factor was set up')
    const secret = await rotateSession(db, session, now(), true)
    await logOwnAccountAction(db, session, 'EnableSecondFactor', 'Set up second factor', now())
    return { recoveryCodes, secret }
  })
}

/**
 * Removes the second factor: refused for staff outside the demonstration, and with a password too short to be the
 * only factor.
 */
export const removeSecondFactor = async (
  accounts: AccountContext,
  session: Session,
  given: { password: string; code: string },
  asker: ClientInfo,
): Promise<string> => {
  const { store, now } = accounts.runtime
  const user = await requireSessionUser(store.db, session)
  const { enabled, mayBeDisabled, passkeys } = await readSecondFactorState(accounts, session)
  if (!enabled) throw conflictError('You have no second factor')
  if (!mayBeDisabled) throw conflictError('Staff of the market operator must have a second factor')
  await requireCurrentPassword(accounts, user, { password: given.password, field: 'password', asker })
  await requireAuthenticatorCode(accounts, user, { code: given.code, asker })
  return store.transaction(async tx => {
    const { db } = tx
    if (passkeys > 0) await db.deleteFrom('secondFactor').where('userId', '=', user.id).execute()
    else await db.updateTable('user').set({ secondFactor: false }).where('id', '=', user.id).execute()
    await queueAccountEmail(db, 'second-factor-off', user.email, {}, now())
    await notifyOfAccountProtection(tx, accounts.runtime, user, 'the second factor was removed')
    const secret = await rotateSession(db, { ...session, steppedUpAt: null }, now(), false)
    await logOwnAccountAction(db, session, 'DisableSecondFactor', 'Remove second factor', now())
    return secret
  })
}

/** Replaces the remaining recovery codes: needs a code, unless a second factor has just been proven. */
export const renewRecoveryCodes = async (
  accounts: AccountContext,
  session: Session,
  code: string | undefined,
  asker: ClientInfo,
): Promise<RecoveryCodes> => {
  const { store, now } = accounts.runtime
  const user = await requireSessionUser(store.db, session)
  if (!user.secondFactor) throw conflictError('You have no second factor')
  if (code === undefined) requireRecentSecondFactor(accounts, user, session)
  else await requireAuthenticatorCode(accounts, user, { code, asker })
  return store.transaction(async ({ db }) => {
    const recoveryCodes = await createRecoveryCodes(db, accounts.secrets, user.id)
    await logOwnAccountAction(db, session, 'RenewRecoveryCodes', 'Make new recovery codes', now())
    return { recoveryCodes }
  })
}

/** Accepts a fresh code: for five minutes, the session may take actions that need one. The session gets a new id. */
export const stepUpByCode = async (
  accounts: AccountContext,
  session: Session,
  code: string,
  asker: ClientInfo,
): Promise<string> => {
  const user = await requireSessionUser(accounts.runtime.store.db, session)
  if (!user.secondFactor) throw forbiddenError('Set up a second factor first', 'second factor')
  await requireAuthenticatorCode(accounts, user, { code, asker })
  return recordSecondFactorProof(accounts, session)
}

/** Sessions of a person, the latest first. */
export const listOwnSessions = async (
  { runtime }: AccountContext,
  { userId, idHash }: Session,
): Promise<SessionItem[]> => {
  const rows = await runtime.store.db
    .selectFrom('session')
    .selectAll()
    .where('userId', '=', userId)
    .where('stage', 'in', ['full', 'enrol'])
    .where('expiresAt', '>', runtime.now())
    .orderBy('lastSeenAt', 'desc')
    .execute()
  return rows.map(row => ({
    id: publicSessionId(row),
    current: row.idHash === idHash,
    startedAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    expiresAt: row.expiresAt,
    address: row.address,
    browser: row.browser,
  }))
}
