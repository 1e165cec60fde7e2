import { type Actor, isAnotherPerson, isOperator } from '#domain/actor'
import { GROUPS_OF, type User } from '#domain/user'
import type { Verdict } from '#domain/verdict'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { member, operator } from '../kit/who.ts'
import { organisationWaits } from './organisation-waits.ts'

/**
 * At the market operator whoever invited somebody does not admit them as well, nor does anybody whom the inviter invited.
 * Elsewhere a firm of one invites and admits its second person.
 */
const mayAdmit = ({ id, organisationId, admittedAt, invitedBy }: User, actor: Actor): Verdict => {
  if (id === actor.userId) return 'Somebody else must do this for you'
  if (admittedAt !== null) return 'This person has been admitted already'
  return (
    !isOperator(actor) ||
    organisationId !== actor.organisationId ||
    invitedBy === null ||
    isAnotherPerson(actor, invitedBy) ||
    'You invited this person, or whoever did invited you: another colleague must admit them'
  )
}

/** A colleague says that somebody who has joined is who they say. From then on the newcomer has rights. */
export const admitPerson = action({
  name: 'AdmitPerson',
  on: 'user',
  title: 'Admit person',
  binds: {
    verb: 'Admit this person',
    undone:
      'From then on they act for the organisation and see what it sees. The market operator can disable the account.',
  },
  description: 'Ask the person face to face or by telephone whether they have joined, before you admit them.',
  who: [operator, member],
  stepUp: true,
  approval: 'ownerIfAny',
  approvalWhen: ({ organisationId }, actor) => organisationId !== actor.organisationId,
  when: mayAdmit,
  fields: {},
  reads: async (read, { organisationId }) =>
    organisationId === null ? undefined : read.one('organisation', organisationId),
  refuse: ({ reads: organisation }) => organisationWaits(organisation),
  effect: ({ subject, reads: organisation, actor, now }) => [
    update('user', subject, {
      admittedAt: now,
      admittedBy: actor.userId,
      ...(subject.groups.length === 0 && { groups: [GROUPS_OF[organisation?.type ?? 'PARTICIPANT'][0]] }),
    }),
  ],
  done: 'The person is admitted',
})
