import { issueAgreementSchedule, issueProgressCertificate } from '../common/certificates.ts'
import { action } from '../kit/action.ts'
import { file, withHint, optional, date } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { allocationReferenceField } from '../fields/references.ts'
import { update } from '../kit/changes.ts'

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
