import { USUAL_CHECK_YEARS } from '#domain/check-schedule'
import { aheadOfDelivery, delivered, deliveringOf } from '../common/delivery.ts'
import { issueUnsold, UNSOLD_ISSUED, unsoldCredits } from '../common/unsold-credits.ts'
import { certify } from '../common/certificates.ts'
import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { furtherFile, longText, yesNo } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { noVisitYet, visitFields, visitNotes } from './visit-fields.ts'

/** Says whether a project was delivered as specified, which issues its reserve and unused credits; a project that is being monitored may be verified again. */
export const verify = action({
  name: 'Verify',
  on: 'project',
  title: 'Verify',
  binds: {
    verb: 'Record the verification',
    undone: 'It cannot be taken back; after a failure the project can be verified again.',
  },
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['Contracted', 'FailedVerification', 'Verified', 'Monitoring'],
  fields: {
    ...visitFields,
    isPass: yesNo('Does the project pass?'),
    failReason: longText('Reason for failure'),
    ...visitNotes,
    verificationReport: furtherFile('Verification report', 'VerificationReport'),
  },
  given: async (read, project) =>
    deliveringOf(read, project, await read.list('credit', { projectId: project.id })),
  initial: noVisitYet,
  warn: ({ isPass }, _project, { deliveries, heldUntil, today }) => {
    const ahead = isPass ? aheadOfDelivery(deliveries, today) : undefined
    const held =
      heldUntil === null ? '' : '. What nobody bought of those is issued once it is verified again then'
    return { isPass: ahead && ahead + held }
  },
  show: { failReason: ({ isPass }) => isPass === false },
  to: {
    by: ({ isPass }, { status }) => (isPass && status === 'Monitoring' ? 'monitored' : String(isPass)),
    is: { true: 'Verified', monitored: 'Monitoring', false: 'FailedVerification' },
  },
  moves: UNSOLD_ISSUED,
  // A market that issues nothing ahead leaves what is not delivered for a later verification.
  reads: async (read, project, _values, { heldUntil, today }) => {
    const unsold = await unsoldCredits(read, project)
    return heldUntil === null ? unsold : delivered(read, unsold, today)
  },
  effect: ({ subject, values: { verificationReport, ...visit }, reads: unsold, newId }) => [
    create('verification', {
      ...visit,
      id: newId(),
      projectId: subject.id,
      reportId: verificationReport.id,
      usualCheckYears: USUAL_CHECK_YEARS,
    }),
    ...(visit.isPass && unsold.length > 0
      ? [...issueUnsold(unsold), certify('project', subject, 'Credits that nobody bought were issued')]
      : []),
  ],
})
