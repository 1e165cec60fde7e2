import type { Kysely } from 'kysely'
import { addMinutes } from '#domain/dates'
import { INVITATION_HOURS, type Invitation } from '#domain/invitation'
import type { CompleteInvitation } from '#contract/sign-in'
import type { Invited } from '#contract/account'
import type { Organisation } from '#domain/organisation'
import { conflict, invalid, unauthorised } from '../runner/refusals.ts'
import type { Database } from '../store/tables.ts'
import { type Accounts, addUser, type ClientInfo, plainName, record } from './accounts.ts'
import { rememberDevice } from './devices.ts'
import { joining, notifyOfJoining } from './joining.ts'
import { hashPassword, whyNotPassword } from './passwords.ts'
import { isSame, type Secrets } from './secrets.ts'
import { needsSecondFactor, type SignInResult } from './sign-in.ts'
import { beginSession } from './sessions.ts'

const WRONG_LINK = 'This invitation is not valid, or no longer'

/** The token of the link that is mailed: the invitation's id and a seal that only this installation can make. */
export const invitationToken = (secrets: Secrets, id: string): string =>
  `${id}.${secrets.tokenOf('invitation', id)}`

const expiryOf = ({ invitedAt }: Pick<Invitation, 'invitedAt'>): string =>
  addMinutes(invitedAt, INVITATION_HOURS * 60)

type Open = Invitation & Pick<Organisation, 'name' | 'type'>

const openInvitation = async (
  db: Kysely<Database>,
  { secrets, runtime }: Accounts,
  token: string,
): Promise<Open> => {
  const [id = ''] = token.split('.')
  const row = isSame(token, invitationToken(secrets, id))
    ? await db
        .selectFrom('invitation')
        .innerJoin('organisation', 'organisation.id', 'invitation.organisationId')
        .selectAll('invitation')
        .select(['organisation.name', 'organisation.type'])
        .where('invitation.id', '=', id)
        .where('completedAt', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!row || expiryOf(row) <= runtime.now()) throw unauthorised(WRONG_LINK)
  return row
}

/** What an invitation is about, to whoever holds its link. */
export const readInvitation = async (accounts: Accounts, token: string): Promise<Invited> => {
  const invitation = await openInvitation(accounts.runtime.store.db, accounts, token)
  const { email, name, type } = invitation
  return { email, organisation: { name, type }, expiresAt: expiryOf(invitation) }
}

/** The invited person joins the organisation and is signed in. The link works once, however often it is sent. */
export const completeInvitation = async (
  accounts: Accounts,
  given: CompleteInvitation,
  asker: ClientInfo,
): Promise<SignInResult> => {
  const { runtime, config } = accounts
  const { email, name } = await openInvitation(runtime.store.db, accounts, given.token)
  const { displayName, password } = given
  const why = whyNotPassword(password, { hasSecondFactor: false, about: [email, displayName, name] })
  if (why) throw invalid({ password: why })
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
    if (numUpdatedRows !== 1n) throw unauthorised(WRONG_LINK)
    const username = plainName(invitation.email)
    const known = await db
      .selectFrom('user')
      .select('id')
      .where(eb => eb.fn('lower', ['username']), '=', username)
      .executeTakeFirst()
    // Whoever holds the link also reads the mail of that address, so nothing is given away.
    if (known) throw conflict('There is an account of this address already: sign in with it')
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
      ...(await joining(tx, runtime, invitation)),
    }
    await addUser(db, person, passwordHash, now)
    // From its first person on, a client that an agency brought is its own master.
    await db
      .updateTable('organisation')
      .set(eb => ({ claimedAt: now, version: eb('version', '+', 1) }))
      .where('id', '=', invitation.organisationId)
      .where('broughtById', 'is not', null)
      .where('claimedAt', 'is', null)
      .execute()
    await notifyOfJoining(tx, runtime, person)
    await record(db, {
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
