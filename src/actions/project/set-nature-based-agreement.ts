import { certifyObligation, certifySchedule } from '../common/certificates.ts'
import { agreementRef } from '../common/references.ts'
import { isFiled } from '../common/registration.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { file, hinted, optional } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Confirms the agreement under which the supplier delivers the project: the market makes its schedule, and the agreement itself may be filed. */
export const setNatureBasedAgreement = action({
  name: 'SetNatureBasedAgreement',
  on: 'project',
  title: 'Set nature-based agreement',
  who: [operator],
  from: ['Matched', 'Contracted'],
  during: ['Settled'],
  description:
    'The market makes the schedule of the agreement, with every serial that is to be delivered; and of permanent credits that were sold the schedule that is to be attached to the section 106 agreement or conservation covenant.',
  given: async (read, project) => ({
    isKnown:
      project.agreementRef !== null || (await isFiled(read, 'project', project, 'NatureBasedAgreement')),
  }),
  fields: {
    agreementRef: agreementRef(),
    natureBasedAgreement: hinted(
      optional(file('Nature-based project agreement', 'NatureBasedAgreement')),
      'The signed agreement, if it is to be kept here; without it the reference above says which one it is',
    ),
  },
  check: (answers, { isKnown }) =>
    isKnown || answers.agreementRef || answers.natureBasedAgreement
      ? {}
      : { agreementRef: 'Give the reference of the agreement, or file the agreement itself' },
  effect: ({ subject, values }) => [
    // What is left empty, as in a form for many projects, stays as it was.
    update('project', subject, { agreementRef: values.agreementRef ?? subject.agreementRef }),
    certifySchedule('project', subject, 'The schedule was made anew'),
    certifyObligation('project', subject, 'The schedule was made anew'),
  ],
})
