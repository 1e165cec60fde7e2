import type { CertificateSubjectKind } from '#domain/credit/certificate'
import { action } from '../kit/action.ts'
import { operator } from '../kit/who.ts'
import {
  certificateFields,
  readCurrentCertificates,
  revokeCertificates,
  STATUSES_WITH_CERTIFICATES,
} from './certificates.ts'

/** Revokes a certificate without a replacement. */
export const revokeCertificate = (on: CertificateSubjectKind) =>
  action({
    name: 'RevokeCertificate',
    on,
    title: 'Revoke certificate',
    binds: {
      verb: 'Revoke the certificate',
      undone: 'You cannot undo this. A revoked certificate is never valid again.',
    },
    description: 'No one can rely on the certificate any more. The credits do not change.',
    who: [operator],
    from: STATUSES_WITH_CERTIFICATES[on],
    stepUp: true,
    approval: 'secondPerson',
    given: (read, { id }) => readCurrentCertificates(read, on, id),
    fields: certificateFields,
    warn: (_answers, _subject, { certificates }) =>
      certificates.length === 0 ? { certificate: 'There is no certificate to revoke' } : {},
    effect: ({ values: { certificate, reason }, given: { certificates }, now }) =>
      revokeCertificates(
        certificates.filter(({ id }) => id === certificate),
        now,
        reason,
      ),
    done: 'The certificate has been revoked',
  })
