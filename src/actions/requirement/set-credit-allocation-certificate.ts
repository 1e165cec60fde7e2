import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { date, file } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Files the certificate on which a planning authority relies. */
export const setCreditAllocationCertificate = action({
  name: 'SetCreditAllocationCertificate',
  on: 'requirement',
  title: 'Set credit allocation certificate',
  who: [operator],
  from: ['RightsCreated', 'RightsAllocated'],
  fields: {
    date: date('Date of the certificate'),
    file: file('Credit allocation certificate', 'CreditAllocationCertificate'),
  },
  initial: ({ certificateDate }) => ({ date: certificateDate }),
  effect: ({ subject, values }) => [update('requirement', subject, { certificateDate: values.date })],
})
