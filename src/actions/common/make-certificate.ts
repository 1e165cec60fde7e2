import type { CertificateSubjectKind } from '#domain/credit/certificate'
import { action } from '../kit/action.ts'
import { system } from '../kit/who.ts'
import { issueProgressCertificate, STATUSES_WITH_CERTIFICATES } from './certificates.ts'

/** Issues certificates for what was certified before the market issued its own; existing ones stay. */
export const makeCertificate = (on: CertificateSubjectKind) =>
  action({
    name: 'MakeCertificate',
    on,
    title: 'Make certificate',
    who: [system],
    from: STATUSES_WITH_CERTIFICATES[on],
    fields: {},
    effect: ({ subject }) => [issueProgressCertificate(on, subject, 'The certificate was made again')],
  })
