import { certifyObligation, certifySchedule } from '../common/certificates.ts'
import { action } from '../kit/action.ts'
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
  fields: {
    natureBasedAgreement: hinted(
      optional(file('Nature-based project agreement', 'NatureBasedAgreement')),
      'The signed agreement, if it is to be kept here; without it the schedule stands for it',
    ),
  },
  effect: ({ subject }) => [
    certifySchedule('project', subject, 'The schedule was made anew'),
    certifyObligation('project', subject, 'The schedule was made anew'),
  ],
})
