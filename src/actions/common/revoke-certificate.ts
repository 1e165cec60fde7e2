import type { CertifiedKind } from '#domain/certificate'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { operator } from '../kit/who.ts'
import { askedOfCertificates, CERTIFIED_FROM, currentCertificates } from './certificates.ts'

/** Says that a certificate no longer holds, with no other in its place. */
export const revokeCertificate = (on: CertifiedKind) =>
  action({
    name: 'RevokeCertificate',
    on,
    title: 'Revoke certificate',
    binds: {
      verb: 'Revoke the certificate',
      undone: 'It cannot be undone: a certificate that was revoked never holds again.',
    },
    description: 'Nobody may rely on the certificate any more. The credits themselves stay as they are.',
    who: [operator],
    from: CERTIFIED_FROM[on],
    stepUp: true,
    approval: 'secondPerson',
    given: (read, { id }) => currentCertificates(read, on, id),
    fields: askedOfCertificates,
    warn: (_answers, _subject, { certificates }) =>
      certificates.length === 0 ? { certificate: 'There is no certificate to revoke' } : {},
    effect: ({ values: { certificate, reason }, given: { certificates }, now }) =>
      certificates
        .filter(({ id }) => id === certificate)
        .map(one => update('certificate', one, { state: 'Revoked', endedAt: now, endedReason: reason })),
  })
