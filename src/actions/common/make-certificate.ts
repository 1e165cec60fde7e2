import type { CertifiedKind } from '#domain/certificate'
import { action } from '../kit/action.ts'
import { system } from '../kit/who.ts'
import { certify, CERTIFIED_FROM } from './certificates.ts'

/** Makes what was certified before the market made certificates itself; what is there already stays. */
export const makeCertificate = (on: CertifiedKind) =>
  action({
    name: 'MakeCertificate',
    on,
    title: 'Make certificate',
    who: [system],
    from: CERTIFIED_FROM[on],
    fields: {},
    effect: ({ subject }) => [certify(on, subject, 'The certificate was made anew')],
  })
