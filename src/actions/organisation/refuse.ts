import { waitsForAdmission } from '#domain/people/organisation'
import { action } from '../kit/action.ts'
import { queueEmail, addQuote, update } from '../kit/changes.ts'
import { longText, notStored } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { readPeopleToAdmit } from './people.ts'

/** Refuses a planning authority that has signed up: its people can no longer sign in. */
export const refuseOrganisation = action({
  name: 'Refuse',
  on: 'organisation',
  title: 'Refuse planning authority',
  binds: {
    verb: 'Refuse this authority',
    undone:
      'This disables the accounts of the people who signed up, and emails them the reason. To let them in later, enable their accounts and admit them.',
  },
  who: [operator],
  when: waitsForAdmission,
  fields: { reason: notStored(longText('Reason')) },
  reads: readPeopleToAdmit,
  effect: ({ subject, values: { reason }, reads: people }) => [
    update('organisation', subject, { admissionAskedAt: null }),
    addQuote('organisation', subject, reason),
    ...people.flatMap(person => [
      update('user', person, { active: false }),
      queueEmail('admission-refused', person.email, { organisation: subject.name, reason }),
    ]),
  ],
  done: 'The planning authority has been refused',
})
