import type { Kysely } from 'kysely'
import { addMinutes } from '@credit-market/values/dates'
import { INVITATION_HOURS, type Invitation } from '#domain/people/invitation'
import type { CompleteInvitationBody } from '#contract/people/sign-in'
import type { InvitationDetails } from '#contract/people/account'
import type { Organisation } from '#domain/people/organisation'
import { conflictError, invalidAnswersError, unauthorisedError } from '../runner/refusals.ts'
import type { Database } from '../store/tables/tables.ts'
import {
  type AccountContext,
  addUser,
  type ClientInfo,
  normalizeUsername,
  logAccountAction,
} from './accounts.ts'
import { rememberDevice } from './devices.ts'
import { createJoinerMembership, notifyColleaguesOfJoining } from './joining.ts'
import { hashPassword, findPasswordRefusal } from './passwords.ts'
import { isEqualInConstantTime, type Secrets } from './secrets.ts'
import { needsSecondFactor, type SignInResult } from './sign-in.ts'
import { beginSession } from './sessions.ts'

const WRONG_LINK = 'This invitation is not valid or has expired'

/** The token in the emailed link: the invitation's id and a seal that only this installation can make. */
export const createInvitationToken = (secrets: Secrets, id: string): string =>
  `${id}.${secrets.tokenOf('invitation', id)}`

const expiryOf = ({ invitedAt }: Pick<Invitation, 'invitedAt'>): string =>
  addMinutes(invitedAt, INVITATION_HOURS * 60)

type Open = Invitation & Pick<Organisation, 'name' | 'type'>

const openInvitation = async (
  db: Kysely<Database>,
  { secrets, runtime }: AccountContext,
  token: string,
): Promise<Open> => {
  const [id = ''] = token.split('.')
  const row = isEqualInConstantTime(token, createInvitationToken(secrets, id))
    ? await db
        .selectFrom('invitation')
        .innerJoin('organisation', 'organisation.id', 'invitation.organisationId')
        .selectAll('invitation')
        .select(['organisation.name', 'organisation.type'])
        .where('invitation.id', '=', id)
        .where('completedAt', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!row || expiryOf(row) <= runtime.now()) throw unauthorisedError(WRONG_LINK)
  return row
}

/** Details of an invitation, for the holder of its link. */
export const findInvitationByToken = async (
  accounts: AccountContext,
  token: string,
): Promise<InvitationDetails> => {
  const invitation = await openInvitation(accounts.runtime.store.db, accounts, token)
  const { email, name, type } = invitation
  return { email, organisation: { name, type }, expiresAt: expiryOf(invitation) }
}

/**
 * Adds the invited person to the organisation and signs them in. The link works once, even if it was emailed several
 * times.
 */
export const completeInvitation = async (
  accounts: AccountContext,
  given: CompleteInvitationBody,
  asker: ClientInfo,
): Promise<SignInResult> => {
  const { runtime, config } = accounts
  const { email, name } = await openInvitation(runtime.store.db, accounts, given.token)
  const { displayName, password } = given
  const why = findPasswordRefusal(password, { hasSecondFactor: false, about: [email, displayName, name] })
  if (why) throw invalidAnswersError({ password: why })
  const passwordHash = await hashPassword(password, config.passwordCost)
  const now = runtime.now()
  const user = await runtime.store.transaction(async tx => {
    const { db } = tx
    const invitation = await openInvitation(db, accounts, given.token)
    const { numUpdatedRows } = await db
      .updateTable('invitation')
      .set({ completedAt: now })
      .where('id', '=', invitation.id)
      .where('completedAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw unauthorisedError(WRONG_LINK)
    const username = normalizeUsername(invitation.email)
    const known = await db
      .selectFrom('user')
      .select('id')
      .where(eb => eb.fn('lower', ['username']), '=', username)
      .executeTakeFirst()
    // The holder of the link also reads the email of that address, so this discloses nothing.
    if (known) throw conflictError('This email address already has an account: sign in with it')
    const person = {
      id: runtime.newId(),
      username,
      email: invitation.email,
      displayName,
      phone: given.phone,
      organisationId: invitation.organisationId,
      active: true,
      secondFactor: false,
      mustResetPassword: false,
      isShared: false,
      ...(await createJoinerMembership(tx, runtime, invitation)),
    }
    await addUser(db, person, passwordHash, now)
    // From its first person on, a client that an agency registered manages itself.
    await db
      .updateTable('organisation')
      .set(eb => ({ claimedAt: now, version: eb('version', '+', 1) }))
      .where('id', '=', invitation.organisationId)
      .where('broughtById', 'is not', null)
      .where('claimedAt', 'is', null)
      .execute()
    await notifyColleaguesOfJoining(tx, runtime, person)
    await logAccountAction(db, {
      action: 'CompleteInvitation',
      title: 'Complete invitation',
      actorId: person.id,
      subjectKind: 'organisation',
      subjectId: invitation.organisationId,
      now,
    })
    return person
  })
  const stage = needsSecondFactor(accounts, user) ? 'enrol' : 'full'
  const secret = await beginSession(runtime.store.db, user.id, now, { stage, origin: asker.origin })
  return { secret, challenge: null, devices: await rememberDevice(accounts, user.id, asker) }
}
