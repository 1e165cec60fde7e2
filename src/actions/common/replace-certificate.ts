import type { CertifiedKind } from '#domain/certificate'
import { action } from '../kit/action.ts'
import { operator } from '../kit/who.ts'
import {
  certify,
  certifyObligation,
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
    approval: 'secondPerson',
    from: CERTIFIED_FROM[on],
    // A notice is the word of whoever gave it, on that day.
    given: async (read, { id }) => ({
      certificates: (await currentCertificates(read, on, id)).certificates.flatMap(({ series, ...one }) =>
        series === 'notice' ? [] : [{ ...one, series }],
      ),
    }),
    fields: askedOfCertificates,
    warn: (_answers, _subject, { certificates }) =>
      certificates.length === 0 ? { certificate: 'There is no certificate to replace' } : {},
    effect: ({ subject, values: { certificate, reason }, given: { certificates } }) =>
      certificates
        .filter(({ id }) => id === certificate)
        .map(({ series }) => ANEW[series](on, subject, reason)),
  })

const ANEW = { stage: certify, schedule: certifySchedule, obligation: certifyObligation }
