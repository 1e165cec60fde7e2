import type { CertificateSubjectKind } from '#domain/credit/certificate'
import { action } from '../kit/action.ts'
import { operator } from '../kit/who.ts'
import {
  issueProgressCertificate,
  issueObligationSchedule,
  issueAgreementSchedule,
  certificateFields,
  STATUSES_WITH_CERTIFICATES,
  readCurrentCertificates,
} from './certificates.ts'

/** Reissues a certificate from current data, for example after a name was corrected; the old one is superseded. */
export const replaceCertificate = (on: CertificateSubjectKind) =>
  action({
    name: 'ReplaceCertificate',
    on,
    title: 'Replace certificate',
    description:
      'This makes a new certificate from the current records. The earlier certificate is no longer valid.',
    who: [operator],
    approval: 'secondPerson',
    from: STATUSES_WITH_CERTIFICATES[on],
    // A notice is a statement of its giver on that date, so it is not reissued.
    given: async (read, { id }) => ({
      certificates: (await readCurrentCertificates(read, on, id)).certificates.flatMap(({ series, ...one }) =>
        series === 'notice' ? [] : [{ ...one, series }],
      ),
    }),
    fields: certificateFields,
    warn: (_answers, _subject, { certificates }) =>
      certificates.length === 0 ? { certificate: 'There is no certificate to replace' } : {},
    effect: ({ subject, values: { certificate, reason }, given: { certificates } }) =>
      certificates
        .filter(({ id }) => id === certificate)
        .map(({ series }) => REPLACEMENTS[series](on, subject, reason)),
    done: 'The certificate has been replaced',
  })

const REPLACEMENTS = {
  stage: issueProgressCertificate,
  schedule: issueAgreementSchedule,
  obligation: issueObligationSchedule,
}
