import { USUAL_DAYS_TO_CURE } from '#domain/case/case'
import { DEFAULT_CHECK_YEARS } from '#domain/project/check-schedule'
import { addDays } from '@credit-market/values/dates'
import type { Credit } from '#domain/credit/credit'
import { closeUnconfirmedFailure, FOLLOWING_MOVES, readUnconfirmedFailure } from '../case/follow-checks.ts'
import { undeliveredWarning, deliveredCredits, readDeliveryFacts } from '../common/delivery.ts'
import { issueProgressCertificate } from '../common/certificates.ts'
import { action, type Transition } from '../kit/action.ts'
import { create, changeStatus, type Change, type Read } from '../kit/changes.ts'
import { additionalFile, futureDate, longText, optional, withHint, yesNo } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { initialVisitAnswers, visitFields, visitNotesField } from './monitoring/visit-fields.ts'

const hasFailed = ({ isPass }: { isPass?: boolean | null }): boolean => isPass === false

const UNSOLD_WAIT = 'To issue the unsold credits, verify the project again from that day on'

/** Transitions of the reserve and of the unused credits of a project at its verification. */
const UNSOLD_ISSUED: readonly Transition[] = [
  ['credit', 'RightsCreated', 'Issued'],
  ['credit', 'Unused', 'Issued'],
]

/** The reserve and the unused units of a project that have not been issued. */
const unsoldCredits = (read: Read, { id: projectId }: { id: string }): Promise<Credit[]> =>
  read.list('credit', { projectId, requirementId: null, status: ['RightsCreated', 'Unused'] })

/** Issues the reserve and the unused units of a project, once it is verified (market rules 1.3). */
const issueUnsold = (credits: readonly Credit[]): Change[] =>
  credits.map(credit => changeStatus('credit', credit, 'Issued'))

/**
 * Records whether a project was delivered as specified, and then issues its reserve and unused credits; a monitored project may
 * be verified again. A failure has a time in which it is put right; a pass closes a delivery failure that no one has confirmed.
 */
export const verifyProject = action({
  name: 'Verify',
  on: 'project',
  title: 'Verify',
  binds: {
    verb: 'Record the verification',
    undone: 'You cannot undo this. After a failure you can verify the project again.',
  },
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['Contracted', 'FailedVerification', 'Verified', 'Monitoring'],
  fields: {
    ...visitFields,
    isPass: yesNo('Does the project pass?'),
    failReason: longText('Reason for failure'),
    cureBy: withHint(
      optional(futureDate('To be put right by')),
      `The last day to put it right; ${USUAL_DAYS_TO_CURE} days from today if you leave this empty. If that day passes, a case opens automatically, and everyone who relies on the project gets a message.`,
    ),
    ...visitNotesField,
    verificationReport: additionalFile('Verification report', 'VerificationReport'),
  },
  given: async (read, project) =>
    readDeliveryFacts(read, project, await read.list('credit', { projectId: project.id })),
  initial: initialVisitAnswers,
  warn: ({ isPass }, _project, { deliveries, heldUntil, today }) => {
    const ahead = isPass ? undeliveredWarning(deliveries, today) : undefined
    return { isPass: ahead && (heldUntil === null ? ahead : `${ahead}. ${UNSOLD_WAIT}`) }
  },
  show: { failReason: hasFailed, cureBy: hasFailed },
  to: {
    by: ({ isPass }, { status }) => (isPass && status === 'Monitoring' ? 'monitored' : String(isPass)),
    is: { true: 'Verified', monitored: 'Monitoring', false: 'FailedVerification' },
  },
  moves: [...UNSOLD_ISSUED, ...FOLLOWING_MOVES],
  // A market that issues nothing ahead leaves undelivered credits for a later verification.
  reads: async (read, project, _values, { heldUntil, today }) => {
    const unsold = await unsoldCredits(read, project)
    return {
      unsold: heldUntil === null ? unsold : await deliveredCredits(read, unsold, today),
      open: await readUnconfirmedFailure(read, project),
    }
  },
  effect: ({
    subject,
    values: { verificationReport, ...visit },
    given: { today },
    reads: { unsold, open },
    now,
    newId,
  }) => [
    create('verification', {
      ...visit,
      cureBy: hasFailed(visit) ? (visit.cureBy ?? addDays(today, USUAL_DAYS_TO_CURE)) : null,
      id: newId(),
      projectId: subject.id,
      reportId: verificationReport.id,
      usualCheckYears: DEFAULT_CHECK_YEARS,
    }),
    ...(visit.isPass && unsold.length > 0
      ? [...issueUnsold(unsold), issueProgressCertificate('project', subject, 'Unsold credits were issued')]
      : []),
    ...(visit.isPass ? closeUnconfirmedFailure(open, 'The project passed verification', now) : []),
  ],
  done: 'The verification has been recorded',
})
