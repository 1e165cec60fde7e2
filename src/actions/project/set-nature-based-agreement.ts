import { issueObligationSchedule, issueAgreementSchedule } from '../common/certificates.ts'
import { agreementReferenceField } from '../fields/references.ts'
import { isDocumentFiled } from '../common/registration.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { file, withHint, optional } from '../kit/fields.ts'
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
    'The market makes the schedule of the agreement, which lists the serial numbers of the credits to deliver. For permanent credits it also makes a second schedule, to attach to the section 106 agreement or conservation covenant.',
  given: async (read, project) => ({
    isKnown:
      project.agreementRef !== null ||
      (await isDocumentFiled(read, 'project', project, 'NatureBasedAgreement')),
  }),
  fields: {
    agreementRef: agreementReferenceField(),
    natureBasedAgreement: withHint(
      optional(file('Nature-based project agreement', 'NatureBasedAgreement')),
      'Upload the signed agreement if you want to keep it here. If you do not, give its reference above',
    ),
  },
  check: (answers, { isKnown }) =>
    isKnown || answers.agreementRef || answers.natureBasedAgreement
      ? {}
      : { agreementRef: 'Give the reference of the agreement, or file the agreement' },
  effect: ({ subject, values }) => [
    // Empty answers, as in a bulk action, change nothing.
    update('project', subject, { agreementRef: values.agreementRef ?? subject.agreementRef }),
    issueAgreementSchedule('project', subject, 'The schedule was made again'),
    issueObligationSchedule('project', subject, 'The schedule was made again'),
  ],
  done: 'The agreement has been saved',
})
