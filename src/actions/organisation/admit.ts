import { waitsForAdmission } from '#domain/people/organisation'
import { GROUPS_BY_ORGANISATION_TYPE } from '#domain/people/user'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { operator } from '../kit/who.ts'
import { organisationFormFields } from './details.ts'
import { readPeopleToAdmit } from './people.ts'

/** Admits a planning authority that has signed up: from now on its people oversee its area. */
export const admitOrganisation = action({
  name: 'Admit',
  on: 'organisation',
  title: 'Admit planning authority',
  binds: {
    verb: 'Admit this authority',
    undone:
      'The people of the authority can then see every project and development in its area. You can change the area, and disable accounts.',
  },
  description:
    'Before you admit the authority, check who the people are and call the authority on a number from its own website.',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  when: waitsForAdmission,
  fields: { lpaId: organisationFormFields.lpaId },
  reads: readPeopleToAdmit,
  effect: ({ subject, values, reads: people, actor, now }) => [
    update('organisation', subject, { ...values, admissionAskedAt: null }),
    ...people.map(person =>
      update('user', person, {
        groups: [GROUPS_BY_ORGANISATION_TYPE[subject.type][0]],
        admittedAt: now,
        admittedBy: actor.userId,
      }),
    ),
  ],
  done: 'The planning authority has been admitted',
})
