import { issueAgreementSchedule } from '../common/certificates.ts'
import { action } from '../kit/action.ts'
import { file, withHint, optional } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Confirms the agreement under which the operator supplies the credits: the market makes its schedule, and the agreement itself may be filed. */
export const setCreditSupplyAgreement = action({
  name: 'SetCreditSupplyAgreement',
  on: 'requirement',
  title: 'Set credit supply agreement',
  who: [operator],
  from: ['RightsCreated', 'RightsAllocated'],
  description:
    'The market makes the schedule of the agreement, which lists the serial numbers of the credits to supply.',
  fields: {
    file: withHint(
      optional(file('Credit supply agreement', 'CreditSupplyAgreement')),
      'Upload the signed agreement if you want to keep it here. If you do not, the market uses the schedule instead',
    ),
  },
  effect: ({ subject }) => [issueAgreementSchedule('requirement', subject, 'The schedule was made again')],
  done: 'The agreement has been saved',
})
