import { sql, type SqlBool } from 'kysely'
import { create } from '#actions/kit/changes'
import { readTakenNumbers } from '#actions/organisation/taken-numbers'
import { TYPES_WITHOUT_ADMISSION, canHaveRegisteredNumbers } from '#domain/people/organisation'
import {
  normaliseRegisteredNumber,
  registeredNumberTakenMessage,
  type UniqueNumber,
} from '#domain/people/registered-numbers'
import { GROUPS_BY_ORGANISATION_TYPE } from '#domain/people/user'
import type { SignUpBody } from '#contract/people/sign-in'
import { conflictError, forbiddenError, invalidAnswersError, unauthorisedError } from '../runner/refusals.ts'
import type { SignUpDetails } from '../store/tables/tables.ts'
import type { StoreTransaction } from '../store/store.ts'
import {
  type AccountContext,
  addUser,
  type ClientInfo,
  normalizeUsername,
  logAccountAction,
} from './accounts.ts'
import { checkEmailCode, generateOneTimeCode, consumeEmailCode } from './codes.ts'
import { type AccountEmail, type AccountEmailFacts, queueAccountEmail } from './letters.ts'
import { createAdmittedMembership, notifyOfOrganisationToAdmit } from './joining.ts'
import { hashPassword, findPasswordRefusal } from './passwords.ts'
import { WRONG_MAILED_CODE } from './reset.ts'

/**
 * Stores a sign-up and emails a code to the address. The market contains nothing until the address is confirmed; an
 * address that has an account is informed by email, and the answer is the same.
 */
export const signUp = async (
  accounts: AccountContext,
  given: SignUpBody,
  { address }: ClientInfo,
): Promise<void> => {
  const { runtime, config } = accounts
  if (!config.signUpEnabled) throw forbiddenError('Sign-up is closed: ask the market operator to invite you')
  const email = normalizeUsername(given.email)
  const { displayName, phone, organisationName, organisationType, password } = given
  const { companyNumber, charityNumber, asksForInvitation } = given
  const why = findPasswordRefusal(password, {
    hasSecondFactor: false,
    about: [email, displayName, organisationName],
  })
  if (why) throw invalidAnswersError({ password: why })
  const passwordHash = await hashPassword(password, config.passwordCost)
  const now = runtime.now()
  const taken = await runtime.store.transaction(async tx => {
    const { db } = tx
    const code = await generateOneTimeCode(db, { purpose: 'confirm', username: email, address, now })
    const numbers = await readTakenNumbers(tx, organisationType, numbersIn(given))
    // Limited like codes, so that no one can learn one by one which companies are in the market.
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
    if (isKnown) await queueAccountEmail(db, 'sign-up-known', email, {}, now)
    else await queueAccountEmail(db, 'sign-up-code', email, { code }, now)
    return []
  })
  if (taken.length > 0)
    throw invalidAnswersError(
      Object.fromEntries(taken.map(kind => [kind, registeredNumberTakenMessage(kind)])),
    )
}

const numbersIn = (
  given: Pick<SignUpDetails, UniqueNumber | 'organisationType'>,
): Record<UniqueNumber, string | null> => {
  const isAsked = canHaveRegisteredNumbers(given.organisationType)
  const normal = (kind: UniqueNumber) =>
    isAsked && given[kind] ? normaliseRegisteredNumber(kind, given[kind]) : null
  return { companyNumber: normal('companyNumber'), charityNumber: normal('charityNumber') }
}

const hasAccount = async (db: StoreTransaction['db'], email: string): Promise<boolean> =>
  (await db
    .selectFrom('user')
    .select('id')
    .where(eb => eb.fn('lower', ['username']), '=', email)
    .executeTakeFirst()) !== undefined

/** Emails another code to an address that waits for confirmation; the answer is the same if none does. */
export const resendConfirmation = async (
  { runtime }: AccountContext,
  given: string,
  { address }: ClientInfo,
): Promise<void> => {
  const email = normalizeUsername(given)
  const now = runtime.now()
  await runtime.store.transaction(async ({ db }) => {
    const code = await generateOneTimeCode(db, { purpose: 'confirm', username: email, address, now })
    const waiting = await db
      .selectFrom('signUp')
      .select('email')
      .where('email', '=', email)
      .executeTakeFirst()
    if (waiting && code) await queueAccountEmail(db, 'sign-up-code', email, { code }, now)
  })
}

/**
 * Confirms the address: adds the organisation with its first person, who waits for admission if the organisation's
 * type requires it.
 */
export const confirmSignUp = async (
  { runtime, secrets }: AccountContext,
  given: { email: string; code: string },
): Promise<void> => {
  const email = normalizeUsername(given.email)
  const now = runtime.now()
  const wanted = { purpose: 'confirm', username: email } as const
  const code = await checkEmailCode(runtime.store.db, secrets, { ...wanted, code: given.code, now })
  if (!code) throw unauthorisedError(WRONG_MAILED_CODE)
  await runtime.store.transaction(async tx => {
    const waiting = await tx.db
      .deleteFrom('signUp')
      .where('email', '=', email)
      .returningAll()
      .executeTakeFirst()
    if (!waiting || !(await consumeEmailCode(tx.db, code, wanted)) || (await hasAccount(tx.db, email)))
      throw unauthorisedError(WRONG_MAILED_CODE)
    const [taken] = await readTakenNumbers(tx, waiting.details.organisationType, numbersIn(waiting.details))
    if (taken && waiting.details.asksForInvitation) return askForInvitation(tx, email, waiting.details, now)
    if (taken) throw conflictError(registeredNumberTakenMessage(taken))
    const joined = await join(tx, runtime, email, waiting.details, waiting.passwordHash)
    if (waiting.details.organisationType === 'PARTICIPANT')
      await takeOverEstimates(tx, email, joined.organisationId, now)
    await logAccountAction(tx.db, {
      action: 'SignUp',
      title: 'Sign up',
      actorId: joined.userId,
      subjectKind: 'organisation',
      subjectId: joined.organisationId,
      now,
    })
  })
}

/** Estimates that were saved with a confirmed address belong to its organisation from now on. */
const takeOverEstimates = async (
  { db }: StoreTransaction,
  email: string,
  organisationId: string,
  now: string,
): Promise<void> => {
  await db
    .updateTable('savedEstimate')
    .set(eb => ({
      organisationId,
      confirmedAt: eb.fn.coalesce('confirmedAt', eb.val(now)),
      version: eb('version', '+', 1),
    }))
    .where(eb => eb.fn<string>('lower', ['email']), '=', email)
    .where('organisationId', 'is', null)
    .execute()
}

const join = async (
  tx: StoreTransaction,
  { newId, now }: AccountContext['runtime'],
  email: string,
  details: SignUpDetails,
  passwordHash: string,
): Promise<{ organisationId: string; userId: string }> => {
  const { displayName, phone, organisationName: name, organisationType: type } = details
  const [id, userId] = [newId(), newId()]
  const isAdmitted = TYPES_WITHOUT_ADMISSION.includes(type)
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
      ...createAdmittedMembership(now()),
      ...(isAdmitted ? { groups: [GROUPS_BY_ORGANISATION_TYPE[type][0]] } : { groups: [], admittedAt: null }),
    },
    passwordHash,
    now(),
  )
  if (!isAdmitted) await notifyOfOrganisationToAdmit(tx, { now: now(), id })
  return { organisationId: id, userId }
}

/**
 * Passes a request to join on to the organisation's people and the market operator, who decide. The requester learns
 * nothing.
 */
const askForInvitation = async (
  tx: StoreTransaction,
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
  for (const person of people) await queueAccountEmail(tx.db, 'invitation-asked', person.email, facts, now)
  await tellOperators(tx, 'invitation-asked', facts, now)
  await logAccountAction(tx.db, {
    action: 'AskForInvitation',
    title: 'Ask for an invitation',
    actorId: null,
    subjectKind: 'organisation',
    subjectId: organisation.id,
    now,
  })
}

const tellOperators = async <L extends AccountEmail>(
  { db }: StoreTransaction,
  letter: L,
  facts: AccountEmailFacts[L],
  now: string,
): Promise<void> => {
  const staff = await db
    .selectFrom('user')
    .select('email')
    .where(sql<SqlBool>`groups && '{admin,sysadmin}'`)
    .where('active', '=', true)
    .execute()
  for (const { email } of staff) await queueAccountEmail(db, letter, email, facts, now)
}
