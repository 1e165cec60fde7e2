import { waitsForAdmission } from '#domain/organisation'
import { action } from '../kit/action.ts'
import { mail, quote, update } from '../kit/changes.ts'
import { longText, notStored } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { peopleWhoAsked } from './people-who-asked.ts'

/** The market operator refuses a planning authority that has signed up: its people can no longer sign in. */
export const refuse = action({
  name: 'Refuse',
  on: 'organisation',
  title: 'Refuse planning authority',
  binds: {
    verb: 'Refuse this authority',
    undone:
      'The people who signed up are disabled, and told why. To let them in after all, enable and admit them.',
  },
  who: [operator],
  when: waitsForAdmission,
  fields: { reason: notStored(longText('Reason')) },
  reads: peopleWhoAsked,
  effect: ({ subject, values: { reason }, reads: people }) => [
    update('organisation', subject, { admissionAskedAt: null }),
    quote('organisation', subject, reason),
    ...people.flatMap(person => [
      update('user', person, { active: false }),
      mail('admission-refused', person.email, { organisation: subject.name, reason }),
    ]),
  ],
  done: 'The planning authority is refused',
})
