import { isStillThere } from '#domain/organisation'
import { action } from '../kit/action.ts'
import { create, mail } from '../kit/changes.ts'
import { email, notStored } from '../kit/fields.ts'
import { member, operator } from '../kit/who.ts'
import { isNotYetInUse } from './not-yet-in-use.ts'
import { itsAgency } from './its-agency.ts'

/** More letters than anybody needs in a day would be somebody else's nuisance. */
const MOST_A_DAY = 20

/** Asks somebody by mail to join the organisation. Whether the address has an account already is not told. */
export const inviteUser = action({
  name: 'InviteUser',
  on: 'organisation',
  title: 'Invite user',
  who: [operator, member, itsAgency],
  approval: 'ownerIfAny',
  // Whoever enters the operator's own organisation has no rights until another of its people admits them.
  approvalWhen: ({ type }) => type !== 'OPER',
  approvalWaived: isNotYetInUse,
  when: isStillThere,
  given: async (read, organisation) => ({
    invitedOn: (await read.list('invitation', { organisationId: organisation.id })).map(({ invitedAt }) =>
      invitedAt.slice(0, 10),
    ),
  }),
  fields: { email: notStored(email('Email')) },
  check: (_answers, { invitedOn, today }) =>
    invitedOn.filter(day => day === today).length >= MOST_A_DAY
      ? { email: 'No more invitations can be sent today' }
      : {},
  effect: ({ subject, values, actor, now, newId }) => {
    const id = newId()
    return [
      create('invitation', {
        id,
        organisationId: subject.id,
        email: values.email,
        invitedBy: actor.userId ?? '',
        invitedAt: now,
      }),
      mail('invitation', values.email, {
        invitation: id,
        organisation: subject.name,
        inviter: actor.name,
      }),
    ]
  },
  done: 'The invitation has been sent',
})
