import { waitsForAdmission } from '#domain/organisation'
import { GROUPS_OF } from '#domain/user'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { operator } from '../kit/who.ts'
import { organisationFields } from './details.ts'
import { peopleWhoAsked } from './people-who-asked.ts'

/** The market operator admits a planning authority that has signed up: from then on its people oversee its area. */
export const admit = action({
  name: 'Admit',
  on: 'organisation',
  title: 'Admit planning authority',
  binds: {
    verb: 'Admit this authority',
    undone:
      'From then on its people see every project and development in its area. You can change the area, and disable its people.',
  },
  description:
    'Look who they are and call the authority at a number that it publishes itself, before you admit it.',
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  when: waitsForAdmission,
  fields: { lpaId: organisationFields.lpaId },
  reads: peopleWhoAsked,
  effect: ({ subject, values, reads: people, actor, now }) => [
    update('organisation', subject, { ...values, admissionAskedAt: null }),
    ...people.map(person =>
      update('user', person, {
        groups: [GROUPS_OF[subject.type][0]],
        admittedAt: now,
        admittedBy: actor.userId,
      }),
    ),
  ],
  done: 'The planning authority is admitted',
})
