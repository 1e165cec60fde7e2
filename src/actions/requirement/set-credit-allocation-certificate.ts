import { allocationReferenceField } from '../fields/references.ts'
import { issueProgressCertificate } from '../common/certificates.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { date, file, withHint, optional } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

/** Dates the certificate on which a planning authority relies. The market makes it with the rights; another may be filed as well. */
export const setCreditAllocationCertificate = action({
  name: 'SetCreditAllocationCertificate',
  on: 'requirement',
  title: 'Set credit allocation certificate',
  who: [operator],
  from: ['RightsCreated', 'RightsAllocated'],
  fields: {
    date: date('Date of the certificate'),
    allocationRef: allocationReferenceField(),
    file: withHint(
      optional(file('Credit allocation certificate', 'CreditAllocationCertificate')),
      'The market makes the certificate when the rights are allocated. Upload one only if you have another certificate',
    ),
  },
  initial: ({ certificateDate, allocationRef: allocated }) => ({
    date: certificateDate,
    allocationRef: allocated,
  }),
  effect: ({ subject, values }) => [
    update('requirement', subject, {
      certificateDate: values.date,
      // Empty answers, as in a bulk action, change nothing.
      allocationRef: values.allocationRef ?? subject.allocationRef,
    }),
    ...(subject.status === 'RightsAllocated'
      ? [issueProgressCertificate('requirement', subject, 'The date of the certificate was changed')]
      : []),
  ],
  done: 'The certificate has been saved',
})
