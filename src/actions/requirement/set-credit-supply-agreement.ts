import { certifySchedule } from '../common/certificates.ts'
import { action } from '../kit/action.ts'
import { file, hinted, optional } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Confirms the agreement under which the operator supplies the credits: the market makes its schedule, and the agreement itself may be filed. */
export const setCreditSupplyAgreement = action({
  name: 'SetCreditSupplyAgreement',
  on: 'requirement',
  title: 'Set credit supply agreement',
  who: [operator],
  from: ['RightsCreated', 'RightsAllocated'],
  description: 'The market makes the schedule of the agreement, with every serial that is to be supplied.',
  fields: {
    file: hinted(
      optional(file('Credit supply agreement', 'CreditSupplyAgreement')),
      'The signed agreement, if it is to be kept here; without it the schedule stands for it',
    ),
  },
  effect: ({ subject }) => [certifySchedule('requirement', subject, 'The schedule was made anew')],
})
