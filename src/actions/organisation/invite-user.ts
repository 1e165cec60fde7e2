import { INVITATION_HOURS } from '#domain/people/invitation'
import { isOrganisationActive } from '#domain/people/organisation'
import { action } from '../kit/action.ts'
import { create, queueEmail } from '../kit/changes.ts'
import { email, notStored } from '../kit/fields.ts'
import { member, operator } from '../kit/who.ts'
import { hasNoPeopleActivity } from './people.ts'
import { introducingAgency } from './its-agency.ts'

/** Most invitations of an organisation in a day; more would be a nuisance. */
const MOST_A_DAY = 20

/** Invites a person by email to join the organisation. It does not reveal whether the address has an account. */
export const inviteUser = action({
  name: 'InviteUser',
  on: 'organisation',
  title: 'Invite user',
  verb: 'Send the invitation',
  who: [operator, member, introducingAgency],
  approval: 'ownerIfAny',
  // A newcomer to the operator's own organisation has no rights until another colleague admits them.
  approvalWhen: ({ type }) => type !== 'OPER',
  approvalWaived: hasNoPeopleActivity,
  when: isOrganisationActive,
  given: async (read, organisation) => ({
    invitedOn: (await read.list('invitation', { organisationId: organisation.id })).map(({ invitedAt }) =>
      invitedAt.slice(0, 10),
    ),
  }),
  fields: { email: notStored(email('Email')) },
  check: (_answers, { invitedOn, today }) =>
    invitedOn.filter(day => day === today).length >= MOST_A_DAY
      ? { email: 'You cannot send any more invitations today. Try again tomorrow' }
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
      queueEmail('invitation', values.email, {
        invitation: id,
        organisation: subject.name,
        inviter: actor.name,
      }),
    ]
  },
  done: `Your invitation has been sent. Its link is valid for ${INVITATION_HOURS} hours`,
})
