import {
  type Certificate,
  CERTIFICATE_TITLES,
  type CertificateSeries,
  type CertificateSubjectKind,
  certificateSeriesOf,
} from '#domain/credit/certificate'
import type { Instant } from '@credit-market/values/dates'
import { type Change, type Read, update } from '../kit/changes.ts'
import { withHint, longText, notStored, oneOfGiven } from '../kit/fields.ts'

const certified =
  (series: Exclude<CertificateSeries, 'notice'>) =>
  (kind: CertificateSubjectKind, { id }: { id: string }, reason: string): Change => ({
    change: 'certify',
    ...{ kind, id, series, reason },
    givenById: null,
  })

/**
 * Issues a certificate of the progress of a subject's credits, from the data after all other changes. Supersedes the
 * current certificate, for a reason that its holders can read.
 */
export const issueProgressCertificate = certified('stage')

/** Issues the schedule of what an agreement supplies, in the same way. */
export const issueAgreementSchedule = certified('schedule')

/**
 * Issues the schedule of permanent credits that a project has sold, to be attached to the deed that secures its land,
 * in the same way.
 */
export const issueObligationSchedule = certified('obligation')

/** Revokes certificates without a replacement, for a reason that their holders can read. */
export const revokeCertificates = (
  certificates: readonly Pick<Certificate, 'id'>[],
  now: Instant,
  endedReason: string,
): Change[] =>
  certificates.map(one => update('certificate', one, { state: 'Revoked', endedAt: now, endedReason }))

/** Issues the notice of this organisation that the credits of a requirement have been used. */
export const issueNoticeCertificate = ({ id }: { id: string }, givenById: string | null): Change => ({
  ...{ change: 'certify', kind: 'requirement', id, series: 'notice' },
  ...{ reason: 'The notice was given again', givenById },
})

/** True if the market has issued the schedule of an agreement, which counts like a filed agreement. */
export const hasIssuedSchedule = async (
  read: Read,
  subjectKind: CertificateSubjectKind,
  { id: subjectId }: { id: string },
): Promise<boolean> =>
  (await read.list('certificate', { subjectKind, subjectId, kind: 'schedule', state: 'Current' })).length > 0

/** Current certificates of a subject, as choices. */
export const readCurrentCertificates = async (
  read: Read,
  subjectKind: CertificateSubjectKind,
  subjectId: string,
) => ({
  certificates: (await read.list('certificate', { subjectKind, subjectId, state: 'Current' })).map(
    ({ id, kind, number }) => ({
      id,
      name: `${CERTIFICATE_TITLES[kind]} ${number}`,
      series: certificateSeriesOf(kind),
    }),
  ),
})

/** Statuses from the first in which certificates can exist. */
export const STATUSES_WITH_CERTIFICATES = {
  requirement: ['RightsCreated', 'RightsAllocated', 'CreditsIssued', 'CreditsRedeemed', 'Retired'],
  project: ['Matched', 'Contracted', 'Verified', 'FailedVerification', 'Monitoring'],
} as const

/** Fields for the certificate and the reason. */
export const certificateFields = {
  certificate: notStored(
    withHint(oneOfGiven('Certificate', 'certificates'), 'Choose a certificate that is valid today'),
  ),
  reason: notStored(withHint(longText('Reason'), 'Everyone who has the certificate can read the reason')),
}
