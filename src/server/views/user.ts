import type { User } from '#domain/people/user'
import type { Actor } from '#domain/people/actor'
import { mayReadAll } from '#contract/nouns/read-access'
import type { UserView } from '#contract/people/organisation'
import { commonResourceView, type ViewContext } from './kit/context.ts'
import { readNamesOfKind, readPeopleNames } from './kit/names.ts'

/** View of a user, for colleagues and the operator. */
export const userView = async (user: User, reader: Actor, { db, now }: ViewContext): Promise<UserView> => {
  const organisation = await readNamesOfKind(db, 'organisation', [user.organisationId])
  const { username, displayName, email, groups, active, secondFactor, joinedAt, admittedAt } = user
  const nameOf = await readPeopleNames(db, [user.invitedBy, user.admittedBy], {
    seesAll: mayReadAll(reader),
    organisationId: reader.organisationId,
  })
  return {
    ...commonResourceView('user', user, displayName, reader, { round: undefined, now }),
    username,
    displayName,
    email,
    groups,
    organisation: organisation(user.organisationId),
    active,
    secondFactor,
    joinedAt,
    invitedBy: user.invitedBy && nameOf(user.invitedBy),
    admittedAt,
    admittedBy: user.admittedBy && nameOf(user.admittedBy),
  }
}
