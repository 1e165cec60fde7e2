import { certify } from '../common/certificates.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { date, file, hinted, optional } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Dates the certificate on which a planning authority relies, which the market makes with the rights; another may be filed besides. */
export const setCreditAllocationCertificate = action({
  name: 'SetCreditAllocationCertificate',
  on: 'requirement',
  title: 'Set credit allocation certificate',
  who: [operator],
  from: ['RightsCreated', 'RightsAllocated'],
  fields: {
    date: date('Date of the certificate'),
    file: hinted(
      optional(file('Credit allocation certificate', 'CreditAllocationCertificate')),
      'The market makes the certificate when the rights are allocated; upload one only if there is another besides',
    ),
  },
  initial: ({ certificateDate }) => ({ date: certificateDate }),
  effect: ({ subject, values }) => [
    update('requirement', subject, { certificateDate: values.date }),
    ...(subject.status === 'RightsAllocated'
      ? [certify('requirement', subject, 'The date of the certificate was changed')]
      : []),
  ],
})
