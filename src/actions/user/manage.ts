import type { Actor } from '#domain/people/actor'
import type { User } from '#domain/people/user'
import type { TrueOrReason } from '#domain/values/verdict'
import { waitsForAdmission, type Organisation } from '#domain/people/organisation'
import type { Change } from '../kit/changes.ts'
import { notify } from '../notices/tell.ts'

/** People manage others, not themselves, and only a system administrator manages another one. */
export const mayManageUser = (user: User, actor: Actor): TrueOrReason => {
  if (user.id === actor.userId) return 'Someone else must do this for you'
  return (
    !user.groups.includes('sysadmin') ||
    actor.groups.includes('sysadmin') ||
    'Only a system administrator can do this'
  )
}

/** Notifies everyone in the organisation of a person of a change to that person's sign-in. */
export const notifyColleagues = (user: User, what: string): Change[] =>
  user.organisationId === null
    ? []
    : [notify('access-changed', 'user', user, { organisationId: user.organisationId }, { what })]

/** Refuses to admit people to an organisation that is waiting for admission itself, since its area is decided with it. */
export const refuseUnadmittedOrganisation = (organisation: Organisation | undefined): { form?: string } =>
  organisation && waitsForAdmission(organisation) === true
    ? { form: `${organisation.name} is not admitted yet. Admit the organisation to admit its people` }
    : {}
