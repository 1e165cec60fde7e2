import type { User } from '#domain/user'
import type { Change } from '../kit/changes.ts'
import { tell } from '../notices/tell.ts'

/** Notifies everybody in the organisation of a person of a change to that person's sign-in. */
export const notifyColleagues = (user: User, what: string): Change[] =>
  user.organisationId === null
    ? []
    : [tell('access-changed', 'user', user, { organisationId: user.organisationId }, { what })]
