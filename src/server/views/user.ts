import type { User } from '#domain/user'
import type { Actor } from '#domain/actor'
import { readsAll } from '#contract/read-access'
import type { UserView } from '#contract/organisation'
import { resourceOf, type ViewContext } from './context.ts'
import { namesOf, peopleOf } from './names.ts'

/** A person, as colleagues and the operator see them. */
export const userView = async (user: User, reader: Actor, { db, now }: ViewContext): Promise<UserView> => {
  const organisation = await namesOf(db, 'organisation', [user.organisationId])
  const { username, displayName, email, groups, active, secondFactor, joinedAt, admittedAt } = user
  const nameOf = await peopleOf(db, [user.invitedBy, user.admittedBy], {
    seesAll: readsAll(reader),
    organisationId: reader.organisationId,
  })
  return {
    ...resourceOf('user', user, displayName, reader, { round: undefined, now }),
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
