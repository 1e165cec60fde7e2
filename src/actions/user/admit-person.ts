import { type Actor, isAnotherPerson, isOperator } from '#domain/people/actor'
import { GROUPS_BY_ORGANISATION_TYPE, type User } from '#domain/people/user'
import type { TrueOrReason } from '#domain/values/verdict'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { member, operator } from '../kit/who.ts'
import { refuseUnadmittedOrganisation } from './manage.ts'

/**
 * At the market operator neither an inviter nor a person invited by the inviter admits the newcomer. Elsewhere a firm with one
 * person invites and admits its second.
 */
const mayAdmit = ({ id, organisationId, admittedAt, invitedBy }: User, actor: Actor): TrueOrReason => {
  if (id === actor.userId) return 'Someone else must do this for you'
  if (admittedAt !== null) return 'This person is already admitted'
  return (
    !isOperator(actor) ||
    organisationId !== actor.organisationId ||
    invitedBy === null ||
    isAnotherPerson(actor, invitedBy) ||
    'You invited this person, or were invited by the same person, so another colleague must admit them'
  )
}

/** Admits a newcomer, whose identity a colleague confirms. From then on the newcomer has rights. */
export const admitPerson = action({
  name: 'AdmitPerson',
  on: 'user',
  title: 'Admit person',
  binds: {
    verb: 'Admit this person',
    undone:
      'This person can then act for the organisation and see its data. The market operator can disable the account.',
  },
  description: 'Before you admit someone, speak to them in person or by phone to check that they signed up.',
  who: [operator, member],
  stepUp: true,
  approval: 'ownerIfAny',
  approvalWhen: ({ organisationId }, actor) => organisationId !== actor.organisationId,
  when: mayAdmit,
  fields: {},
  reads: async (read, { organisationId }) =>
    organisationId === null ? undefined : read.one('organisation', organisationId),
  refuse: ({ reads: organisation }) => refuseUnadmittedOrganisation(organisation),
  effect: ({ subject, reads: organisation, actor, now }) => [
    update('user', subject, {
      admittedAt: now,
      admittedBy: actor.userId,
      ...(subject.groups.length === 0 && {
        groups: [GROUPS_BY_ORGANISATION_TYPE[organisation?.type ?? 'PARTICIPANT'][0]],
      }),
    }),
  ],
  done: 'The person has been admitted',
})
