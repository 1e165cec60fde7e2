import { sql, type SqlBool } from 'kysely'
import { create } from '#actions/kit/changes'
import { takenNumbers } from '#actions/organisation/taken-numbers'
import { ADMITTED_AT_ONCE, hasNumbers } from '#domain/organisation'
import { normalNumber, numberTaken, type UniqueNumber } from '#domain/registered-numbers'
import { GROUPS_OF } from '#domain/user'
import type { SignUp } from '#contract/sign-in'
import { conflict, forbidden, invalid, unauthorised } from '../runner/refusals.ts'
import type { SignUpDetails } from '../store/tables.ts'
import type { Tx } from '../store/store.ts'
import { type Accounts, addUser, type ClientInfo, plainName, record } from './accounts.ts'
import { checkCode, makeCode, spendCode } from './codes.ts'
import { type AccountLetter, type AccountLetterFacts, sendLetter } from './letters.ts'
import { admittedFromStart, notifyOfAdmission } from './joining.ts'
import { hashPassword, whyNotPassword } from './passwords.ts'
import { WRONG_MAILED_CODE } from './reset.ts'

/**
 * Takes down who wants to join and mails a code to the address. Nothing comes into the market before the address is
 * confirmed; an address that has an account already is told so by mail, and the answer is the same.
 */
export const signUp = async (accounts: Accounts, given: SignUp, { address }: ClientInfo): Promise<void> => {
  const { runtime, config } = accounts
  if (!config.signUpEnabled) throw forbidden('Sign-up is switched off')
  const email = plainName(given.email)
  const { displayName, phone, organisationName, organisationType, password } = given
  const { companyNumber, charityNumber, asksForInvitation } = given
  const why = whyNotPassword(password, {
    hasSecondFactor: false,
    about: [email, displayName, organisationName],
  })
  if (why) throw invalid({ password: why })
  const passwordHash = await hashPassword(password, config.passwordCost)
  const now = runtime.now()
  const taken = await runtime.store.transaction(async tx => {
    const { db } = tx
    const code = await makeCode(db, { purpose: 'confirm', username: email, address, now })
    const numbers = await takenNumbers(tx, organisationType, numbersIn(given))
    // So many numbers as one may ask for codes: nobody learns from here who is in the market, one by one.
    if (code && numbers.length > 0 && !asksForInvitation) return numbers
    const isKnown = await hasAccount(db, email)
    if (!isKnown) {
      const details = JSON.stringify({
        ...{ displayName, phone, organisationName, organisationType },
        ...{ companyNumber, charityNumber, asksForInvitation },
      })
      await db
        .insertInto('signUp')
        .values({ email, details, passwordHash, createdAt: now })
        .onConflict(clash => clash.column('email').doUpdateSet({ details, passwordHash, createdAt: now }))
        .execute()
    }
    if (!code) return []
    if (isKnown) await sendLetter(db, 'sign-up-known', email, {}, now)
    else await sendLetter(db, 'sign-up-code', email, { code }, now)
    return []
  })
  if (taken.length > 0) throw invalid(Object.fromEntries(taken.map(kind => [kind, numberTaken(kind)])))
}

const numbersIn = (
  given: Pick<SignUpDetails, UniqueNumber | 'organisationType'>,
): Record<UniqueNumber, string | null> => {
  const isAsked = hasNumbers(given.organisationType)
  const normal = (kind: UniqueNumber) => (isAsked && given[kind] ? normalNumber(kind, given[kind]) : null)
  return { companyNumber: normal('companyNumber'), charityNumber: normal('charityNumber') }
}

const hasAccount = async (db: Tx['db'], email: string): Promise<boolean> =>
  (await db
    .selectFrom('user')
    .select('id')
    .where(eb => eb.fn('lower', ['username']), '=', email)
    .executeTakeFirst()) !== undefined

/** Mails another code to an address that waits for confirmation; the answer is the same when none does. */
export const resendConfirmation = async (
  { runtime }: Accounts,
  given: string,
  { address }: ClientInfo,
): Promise<void> => {
  const email = plainName(given)
  const now = runtime.now()
  await runtime.store.transaction(async ({ db }) => {
    const code = await makeCode(db, { purpose: 'confirm', username: email, address, now })
    const waiting = await db
      .selectFrom('signUp')
      .select('email')
      .where('email', '=', email)
      .executeTakeFirst()
    if (waiting && code) await sendLetter(db, 'sign-up-code', email, { code }, now)
  })
}

/** The address is theirs: the organisation comes into the market with its first person, who waits if its type must. */
export const confirmSignUp = async (
  { runtime, secrets }: Accounts,
  given: { email: string; code: string },
): Promise<void> => {
  const email = plainName(given.email)
  const now = runtime.now()
  const wanted = { purpose: 'confirm', username: email } as const
  const code = await checkCode(runtime.store.db, secrets, { ...wanted, code: given.code, now })
  if (!code) throw unauthorised(WRONG_MAILED_CODE)
  await runtime.store.transaction(async tx => {
    const waiting = await tx.db
      .deleteFrom('signUp')
      .where('email', '=', email)
      .returningAll()
      .executeTakeFirst()
    if (!waiting || !(await spendCode(tx.db, code, wanted)) || (await hasAccount(tx.db, email)))
      throw unauthorised(WRONG_MAILED_CODE)
    const [taken] = await takenNumbers(tx, waiting.details.organisationType, numbersIn(waiting.details))
    if (taken && waiting.details.asksForInvitation) return askForInvitation(tx, email, waiting.details, now)
    if (taken) throw conflict(numberTaken(taken))
    const joined = await join(tx, runtime, email, waiting.details, waiting.passwordHash)
    await record(tx.db, {
      action: 'SignUp',
      title: 'Sign up',
      actorId: joined.userId,
      subjectKind: 'organisation',
      subjectId: joined.organisationId,
      now,
    })
  })
}

const join = async (
  tx: Tx,
  { newId, now }: Accounts['runtime'],
  email: string,
  details: SignUpDetails,
  passwordHash: string,
): Promise<{ organisationId: string; userId: string }> => {
  const { displayName, phone, organisationName: name, organisationType: type } = details
  const [id, userId] = [newId(), newId()]
  const isAdmitted = ADMITTED_AT_ONCE.includes(type)
  const organisation = {
    ...{ id, type, name, contact: displayName, email, phone, ...numbersIn(details) },
    admissionAskedAt: isAdmitted ? null : now(),
  }
  await tx.apply([create('organisation', organisation)], {
    now: now(),
    newId,
  })
  await addUser(
    tx.db,
    {
      id: userId,
      username: email,
      email,
      displayName,
      phone,
      organisationId: id,
      active: true,
      secondFactor: false,
      mustResetPassword: false,
      isShared: false,
      ...admittedFromStart(now()),
      ...(isAdmitted ? { groups: [GROUPS_OF[type][0]] } : { groups: [], admittedAt: null }),
    },
    passwordHash,
    now(),
  )
  if (!isAdmitted) await notifyOfAdmission(tx, { now: now(), id })
  return { organisationId: id, userId }
}

/** Passes the wish on to the people of the organisation and to the market operator, in whose hands it is. The asker learns nothing. */
const askForInvitation = async (
  tx: Tx,
  email: string,
  details: SignUpDetails,
  now: string,
): Promise<void> => {
  const { companyNumber, charityNumber } = numbersIn(details)
  const [organisation] = [
    ...(companyNumber ? await tx.list('organisation', { companyNumber, mergedIntoId: null }) : []),
    ...(charityNumber ? await tx.list('organisation', { charityNumber, mergedIntoId: null }) : []),
  ].filter(({ type }) => type === details.organisationType)
  if (!organisation) return
  const facts = {
    organisation: organisation.name,
    organisationId: organisation.id,
    type: organisation.type,
    asker: details.displayName,
    email,
  }
  const people = await tx.list('user', { organisationId: organisation.id, active: true })
  for (const person of people) await sendLetter(tx.db, 'invitation-asked', person.email, facts, now)
  await tellOperators(tx, 'invitation-asked', facts, now)
  await record(tx.db, {
    action: 'AskForInvitation',
    title: 'Ask for an invitation',
    actorId: null,
    subjectKind: 'organisation',
    subjectId: organisation.id,
    now,
  })
}

const tellOperators = async <L extends AccountLetter>(
  { db }: Tx,
  letter: L,
  facts: AccountLetterFacts[L],
  now: string,
): Promise<void> => {
  const staff = await db
    .selectFrom('user')
    .select('email')
    .where(sql<SqlBool>`groups && '{admin,sysadmin}'`)
    .where('active', '=', true)
    .execute()
  for (const { email } of staff) await sendLetter(db, letter, email, facts, now)
}
