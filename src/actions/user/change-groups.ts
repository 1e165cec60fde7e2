import { GROUPS_BY_ORGANISATION_TYPE, USER_GROUP_LABELS, USER_GROUPS } from '#domain/people/user'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { limitToGiven, manyOf } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { mayManageUser, refuseUnadmittedOrganisation } from './manage.ts'

/**
 * Changes a person's groups, limited to those for the organisation's type; also admits a person who waits for
 * admission.
 */
export const changeGroups = action({
  name: 'ChangeGroups',
  on: 'user',
  title: 'Change groups',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  when: (user, actor) =>
    user.admittedAt === null && user.invitedBy !== null
      ? 'A colleague must admit this person first'
      : mayManageUser(user, actor),
  given: async (read, user, actor) => {
    const organisation = user.organisationId ? await read.one('organisation', user.organisationId) : undefined
    const ids = GROUPS_BY_ORGANISATION_TYPE[organisation?.type ?? 'OPER'].filter(
      group => group !== 'sysadmin' || actor.groups.includes('sysadmin'),
    )
    return {
      waits: refuseUnadmittedOrganisation(organisation),
      allowed: ids.map(id => ({ id, name: USER_GROUP_LABELS[id] })),
    }
  },
  fields: { groups: limitToGiven(manyOf('Groups', USER_GROUPS), 'allowed') },
  check: (_answers, { waits }) => waits,
  effect: ({ subject, values, actor, now }) => [
    update('user', subject, {
      ...values,
      ...(subject.admittedAt === null && { admittedAt: now, admittedBy: actor.userId }),
    }),
  ],
  done: 'The groups have been changed',
})
