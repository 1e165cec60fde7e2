import { allocationRef } from '../common/references.ts'
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
    allocationRef: allocationRef(),
    file: hinted(
      optional(file('Credit allocation certificate', 'CreditAllocationCertificate')),
      'The market makes the certificate when the rights are allocated; upload one only if there is another besides',
    ),
  },
  initial: ({ certificateDate, allocationRef: allocated }) => ({
    date: certificateDate,
    allocationRef: allocated,
  }),
  effect: ({ subject, values }) => [
    update('requirement', subject, {
      certificateDate: values.date,
      // What is left empty, as in a form for many requirements, stays as it was.
      allocationRef: values.allocationRef ?? subject.allocationRef,
    }),
    ...(subject.status === 'RightsAllocated'
      ? [certify('requirement', subject, 'The date of the certificate was changed')]
      : []),
  ],
})
