import type { CertifiedKind } from '#domain/certificate'
import { action } from '../kit/action.ts'
import { operator } from '../kit/who.ts'
import {
  certify,
  certifySchedule,
  askedOfCertificates,
  CERTIFIED_FROM,
  currentCertificates,
} from './certificates.ts'

/** Makes a certificate anew from what is true now, such as after a name was corrected; the old one is superseded. */
export const replaceCertificate = (on: CertifiedKind) =>
  action({
    name: 'ReplaceCertificate',
    on,
    title: 'Replace certificate',
    description: 'A new certificate is made from what the market holds now; the old one no longer holds.',
    who: [operator],
    from: CERTIFIED_FROM[on],
    given: (read, { id }) => currentCertificates(read, on, id),
    fields: askedOfCertificates,
    warn: (_answers, _subject, { certificates }) =>
      certificates.length === 0 ? { certificate: 'There is no certificate to replace' } : {},
    effect: ({ subject, values: { certificate, reason }, given: { certificates } }) =>
      certificates
        .filter(({ id }) => id === certificate)
        .map(({ isSchedule }) => (isSchedule ? certifySchedule : certify)(on, subject, reason)),
  })
