import type { Account, Enrolment, RecoveryCodes, SecondFactor, SessionItem } from '#contract/account'
import { conflict, forbidden, invalid } from '../runner/refusals.ts'
import { type Accounts, type ClientInfo, personOf, setPassword } from './accounts.ts'
import { rememberDevice } from './devices.ts'
import { admittingColleagues, notifyOfAccess } from './joining.ts'
import { sendLetter } from './letters.ts'
import {
  anew,
  confirmCode,
  confirmPassword,
  recordOwn,
  refuseUnlessProven,
  steppedUp,
} from './own-account.ts'
import { countPasskeys } from './passkeys.ts'
import { type Session, nameOfSession } from './sessions.ts'
import { needsSecondFactor } from './sign-in.ts'
import { beginEnrolment, confirmEnrolment, hasAuthenticator, makeRecoveryCodes } from './totp.ts'

/** The person of a session, as the profile shows them. */
export const accountOf = async (accounts: Accounts, session: Session): Promise<Account> => {
  const { db } = accounts.runtime.store
  const user = await personOf(db, session)
  const organisation = user.organisationId
    ? await accounts.runtime.store.read.one('organisation', user.organisationId)
    : undefined
  const { id, username, email, displayName, groups, phone } = user
  const waitsFor = user.admittedAt === null ? await admittingColleagues(db, user, organisation) : null
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

/** Another name to be called by, another number. */
export const updateProfile = async (
  accounts: Accounts,
  session: Session,
  given: { displayName: string; phone: string | null },
): Promise<Account> => {
  const { store, now, newId } = accounts.runtime
  await store.transaction(async tx => {
    await tx.apply([{ change: 'update', kind: 'user', id: session.userId, patch: given }], {
      now: now(),
      newId,
    })
    await recordOwn(tx.db, session, 'UpdateProfile', 'Update profile', now())
  })
  return accountOf(accounts, session)
}

/** Another password. Every other session ends, as does what other browsers were known by; this one goes on under a new id. */
export const changePassword = async (
  accounts: Accounts,
  session: Session,
  given: { currentPassword: string; password: string },
  asker: ClientInfo,
): Promise<{ secret: string; devices: string }> => {
  const { store, now } = accounts.runtime
  const user = await personOf(store.db, session)
  const { currentPassword: password } = given
  await confirmPassword(accounts, user, { password, field: 'currentPassword', asker })
  if (given.password === password) throw invalid({ password: 'Must differ from the present password' })
  const secret = await store.transaction(async tx => {
    const { db } = tx
    await setPassword(db, accounts, user, given.password)
    await sendLetter(db, 'password-changed', user.email, {}, now())
    await notifyOfAccess(tx, accounts.runtime, user, 'a new password')
    const fresh = await anew(db, session, now(), false)
    await recordOwn(db, session, 'ChangePassword', 'Change password', now())
    return fresh
  })
  return { secret, devices: await rememberDevice(accounts, user.id, asker) }
}

/** Is an authenticator in use, and what stands in for it? */
export const secondFactorOf = async (accounts: Accounts, session: Session): Promise<SecondFactor> => {
  const { db } = accounts.runtime.store
  const user = await personOf(db, session)
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

/** Begins to set up a second factor. */
export const enableTotp = async (
  accounts: Accounts,
  session: Session,
  password: string,
  asker: ClientInfo,
): Promise<Enrolment> => {
  const { db } = accounts.runtime.store
  const user = await personOf(db, session)
  if (await hasAuthenticator(db, user.id)) throw conflict('A second factor is in use already')
  refuseUnlessProven(accounts, user, session)
  await confirmPassword(accounts, user, { password, field: 'password', asker })
  return beginEnrolment(db, accounts.secrets, user)
}

/** The authenticator has learnt the secret: from now on sign-in asks for a code. */
export const verifyTotp = async (
  accounts: Accounts,
  session: Session,
  code: string,
  asker: ClientInfo,
): Promise<RecoveryCodes & { secret: string }> => {
  const { store, now } = accounts.runtime
  const user = await personOf(store.db, session)
  if (await hasAuthenticator(store.db, user.id)) throw conflict('A second factor is in use already')
  await confirmCode(accounts, user, { code, asker, confirmed: false })
  return store.transaction(async tx => {
    const { db } = tx
    if (!(await confirmEnrolment(db, user.id, now()))) throw conflict('The secret was replaced: begin again')
    await db.updateTable('user').set({ secondFactor: true }).where('id', '=', user.id).execute()
    const recoveryCodes = await makeRecoveryCodes(db, accounts.secrets, user.id)
    await sendLetter(db, 'second-factor-on', user.email, {}, now())
    await notifyOfAccess(tx, accounts.runtime, user, 'a second factor was set up')
    const secret = await anew(db, session, now(), true)
    await recordOwn(db, session, 'EnableSecondFactor', 'Set up second factor', now())
    return { recoveryCodes, secret }
  })
}

/** Gives the second factor up: not for staff outside the demonstration, nor with a password too short to stand alone. */
export const disableTotp = async (
  accounts: Accounts,
  session: Session,
  given: { password: string; code: string },
  asker: ClientInfo,
): Promise<string> => {
  const { store, now } = accounts.runtime
  const user = await personOf(store.db, session)
  const { enabled, mayBeDisabled, passkeys } = await secondFactorOf(accounts, session)
  if (!enabled) throw conflict('No second factor is in use')
  if (!mayBeDisabled) throw conflict('Staff of the market operator need a second factor')
  await confirmPassword(accounts, user, { password: given.password, field: 'password', asker })
  await confirmCode(accounts, user, { code: given.code, asker })
  return store.transaction(async tx => {
    const { db } = tx
    if (passkeys > 0) await db.deleteFrom('secondFactor').where('userId', '=', user.id).execute()
    else await db.updateTable('user').set({ secondFactor: false }).where('id', '=', user.id).execute()
    await sendLetter(db, 'second-factor-off', user.email, {}, now())
    await notifyOfAccess(tx, accounts.runtime, user, 'the second factor was removed')
    const secret = await anew(db, { ...session, steppedUpAt: null }, now(), false)
    await recordOwn(db, session, 'DisableSecondFactor', 'Give up second factor', now())
    return secret
  })
}

/** New recovery codes, in place of those that are left: with a code, or without one where a second factor was given just now. */
export const renewRecoveryCodes = async (
  accounts: Accounts,
  session: Session,
  code: string | undefined,
  asker: ClientInfo,
): Promise<RecoveryCodes> => {
  const { store, now } = accounts.runtime
  const user = await personOf(store.db, session)
  if (!user.secondFactor) throw conflict('No second factor is in use')
  if (code === undefined) refuseUnlessProven(accounts, user, session)
  else await confirmCode(accounts, user, { code, asker })
  return store.transaction(async ({ db }) => {
    const recoveryCodes = await makeRecoveryCodes(db, accounts.secrets, user.id)
    await recordOwn(db, session, 'RenewRecoveryCodes', 'Make new recovery codes', now())
    return { recoveryCodes }
  })
}

/** A fresh code: for five minutes the session may do what asks for one. The session goes on under a new id. */
export const stepUp = async (
  accounts: Accounts,
  session: Session,
  code: string,
  asker: ClientInfo,
): Promise<string> => {
  const user = await personOf(accounts.runtime.store.db, session)
  if (!user.secondFactor) throw forbidden('Set up a second factor first', 'second factor')
  await confirmCode(accounts, user, { code, asker })
  return steppedUp(accounts, session)
}

/** The sign-ins of a person, the latest first. */
export const sessionsOf = async (
  { runtime }: Accounts,
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
    id: nameOfSession(row),
    current: row.idHash === idHash,
    startedAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    expiresAt: row.expiresAt,
    address: row.address,
    browser: row.browser,
  }))
}
