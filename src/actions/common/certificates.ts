import { CERTIFICATE_TITLES, type CertificateSeries, type CertifiedKind, seriesOf } from '#domain/certificate'
import type { Change, Read } from '../kit/changes.ts'
import { hinted, longText, notStored, oneOfGiven } from '../kit/fields.ts'

const certified =
  (series: Exclude<CertificateSeries, 'notice'>) =>
  (kind: CertifiedKind, { id }: { id: string }, reason: string): Change => ({
    change: 'certify',
    ...{ kind, id, series, reason },
    givenById: null,
  })

/**
 * A certificate of how far the credits of a subject have come, made of what is stored after all other changes. What held
 * before is superseded, for the reason named, which whoever has it reads.
 */
export const certify = certified('stage')

/** The schedule of what is to be supplied, as an agreement has it; likewise. */
export const certifySchedule = certified('schedule')

/** The schedule of the permanent credits that a project has sold, to be attached to the deed that secures its land; likewise. */
export const certifyObligation = certified('obligation')

/** The notice that the credits of a requirement are used, which this organisation gives. */
export const giveNotice = ({ id }: { id: string }, givenById: string | null): Change => ({
  ...{ change: 'certify', kind: 'requirement', id, series: 'notice' },
  ...{ reason: 'The notice was given anew', givenById },
})

/** Has the market made the schedule of an agreement, which is as good as an agreement filed? */
export const hasSchedule = async (
  read: Read,
  subjectKind: CertifiedKind,
  { id: subjectId }: { id: string },
): Promise<boolean> =>
  (await read.list('certificate', { subjectKind, subjectId, kind: 'schedule', state: 'Current' })).length > 0

/** The certificates of a subject that hold now, as choices. */
export const currentCertificates = async (read: Read, subjectKind: CertifiedKind, subjectId: string) => ({
  certificates: (await read.list('certificate', { subjectKind, subjectId, state: 'Current' })).map(
    ({ id, kind, number }) => ({
      id,
      name: `${CERTIFICATE_TITLES[kind]} ${number}`,
      series: seriesOf(kind),
    }),
  ),
})

/** From when on there may be certificates. */
export const CERTIFIED_FROM = {
  requirement: ['RightsCreated', 'RightsAllocated', 'CreditsIssued', 'CreditsRedeemed', 'Retired'],
  project: ['Matched', 'Contracted', 'Verified', 'FailedVerification', 'Monitoring'],
} as const

/** Which certificate, and why. */
export const askedOfCertificates = {
  certificate: notStored(hinted(oneOfGiven('Certificate', 'certificates'), 'One that holds today')),
  reason: notStored(hinted(longText('Reason'), 'Whoever has the certificate reads it')),
}
