import { GROUPS_OF, USER_GROUP_LABELS, USER_GROUPS } from '#domain/user'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { amongGiven, manyOf } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { mayManage } from './manage.ts'
import { organisationWaits } from './organisation-waits.ts'

/** Gives a person the rights of other groups, within those of the organisation's type; admits one who waits. */
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
      : mayManage(user, actor),
  given: async (read, user, actor) => {
    const organisation = user.organisationId ? await read.one('organisation', user.organisationId) : undefined
    const ids = GROUPS_OF[organisation?.type ?? 'OPER'].filter(
      group => group !== 'sysadmin' || actor.groups.includes('sysadmin'),
    )
    return {
      waits: organisationWaits(organisation),
      allowed: ids.map(id => ({ id, name: USER_GROUP_LABELS[id] })),
    }
  },
  fields: { groups: amongGiven(manyOf('Groups', USER_GROUPS), 'allowed') },
  check: (_answers, { waits }) => waits,
  effect: ({ subject, values, actor, now }) => [
    update('user', subject, {
      ...values,
      ...(subject.admittedAt === null && { admittedAt: now, admittedBy: actor.userId }),
    }),
  ],
})
